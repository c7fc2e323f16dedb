import type { QueryControlProps } from '../contract.ts'
import { MomentQuery } from './MomentQuery.tsx'

export const TimeQuery = (props: QueryControlProps) => <MomentQuery {...props} kind="time" />
