import { wordsOf } from '#runtime/kernel/html.ts'
import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

/** The plain text in one line; the markup is shown in the form. */
export const UmeditorCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={wordsOf(value)} field={field} defaultLength={25} />
