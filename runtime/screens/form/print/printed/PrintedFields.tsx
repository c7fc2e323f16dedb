import type { CSSProperties } from 'react'
import type { PrintedProps } from './printed-view.ts'

export const PrintedFields = ({ block }: PrintedProps<'fields'>) => (
  <section className="pro-print-group" data-keep={block.keep}>
    {block.title !== undefined && <h2>{block.title}</h2>}
    <dl style={{ '--columns': block.columns } as CSSProperties}>
      {block.fields.map(({ key, title, text, span, isRed }) => (
        <div key={key} style={{ gridColumn: `span ${span}` }}>
          <dt>{title}</dt>
          <dd data-red={isRed}>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
