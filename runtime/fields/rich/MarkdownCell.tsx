import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import { markdownToText } from './markdown-text.ts'

/** A line of its words; how they are laid out is for the form. */
export const MarkdownCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={markdownToText(value)} field={field} defaultLength={25} />
