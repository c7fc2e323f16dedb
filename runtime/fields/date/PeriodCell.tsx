import type { CellProps } from '../contract.ts'

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/** A point or stretch of time, in figures that stand under each other. */
export const PeriodCell = ({ value }: CellProps<string>) =>
  value === null ? null : <time style={figures}>{value}</time>
