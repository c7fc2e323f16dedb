import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'
import { markdownWords } from './words.ts'

/** A line of its words; how they are laid out is for the form. */
export const MarkdownCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={markdownWords(value)} field={field} cut={25} />
