import type { QueryControlProps } from '../contract.ts'
import { MomentQuery } from './MomentQuery.tsx'

export const DatetimeQuery = (props: QueryControlProps) => <MomentQuery {...props} kind="datetime" />
