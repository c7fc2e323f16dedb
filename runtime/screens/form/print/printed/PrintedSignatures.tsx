import type { PrintedProps } from './printed-view.ts'

export const PrintedSignatures = ({ block }: PrintedProps<'signatures'>) => (
  <ul className="pro-print-signatures">
    {block.signatures.map(({ title, text }) => (
      <li key={title}>
        <span>{title}</span>
        {text === '' ? <i /> : <b>{text}</b>}
      </li>
    ))}
  </ul>
)
