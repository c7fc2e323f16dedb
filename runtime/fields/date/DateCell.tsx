import type { CellProps } from '../contract.ts'

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

export const DateCell = ({ value }: CellProps<string>) =>
  value === null ? null : <time style={figures}>{value}</time>
