import type { CellProps } from '../contract.ts'

export const SlideVerifyCell = ({ value }: CellProps<'Y'>) => (value === null ? null : <span>验证通过</span>)
