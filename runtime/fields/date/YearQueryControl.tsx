import type { QueryControlProps } from '../contract.ts'
import { MomentQuery } from './MomentQuery.tsx'

export const YearQuery = (props: QueryControlProps) => <MomentQuery {...props} kind="year" />
