import type { QueryControlProps } from '../contract.ts'
import { MomentQuery } from './MomentQuery.tsx'

export const DateQuery = (props: QueryControlProps) => <MomentQuery {...props} kind="date" />
