import type { CellProps } from '../contract.ts'

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/** A date, time or period in tabular digits. */
export const PeriodCell = ({ value }: CellProps<string>) =>
  value === null ? null : <time style={figures}>{value}</time>
