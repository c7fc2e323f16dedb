import type { QueryControlProps } from '../contract.ts'
import { MomentQuery } from './MomentQuery.tsx'

export const MonthQuery = (props: QueryControlProps) => <MomentQuery {...props} kind="month" />
