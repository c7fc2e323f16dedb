import type { PrintedProps } from './printed-view.ts'

export const PrintedText = ({ block }: PrintedProps<'text'>) => (
  <p className="pro-print-text" data-size={block.size} data-align={block.align} data-keep={block.keep}>
    {block.text}
  </p>
)
