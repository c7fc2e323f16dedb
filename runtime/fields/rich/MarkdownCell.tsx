import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import { markdownToText } from './markdown-text.ts'

/** The plain text in one line; the layout is shown in the form. */
export const MarkdownCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={markdownToText(value)} field={field} defaultLength={25} />
