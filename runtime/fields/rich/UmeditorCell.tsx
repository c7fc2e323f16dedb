import { wordsOf } from '#runtime/kernel/html.ts'
import type { CellProps } from '../contract.ts'
import { TextCell } from '../kit/text/TextCell.tsx'

/** A line of its words; markup is for the form. */
export const UmeditorCell = ({ value, field }: CellProps<string>) =>
  value === null ? null : <TextCell text={wordsOf(value)} field={field} defaultLength={25} />
