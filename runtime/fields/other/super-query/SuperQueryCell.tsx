import { countConditions } from '#runtime/rules/advanced-query/read.ts'
import type { CellProps } from '../../../contract/contract.ts'
import { readStoredQuery } from './super-query-value.ts'

/** The number of conditions: their sentence needs the document of another list, which a cell does not load. */
export function SuperQueryCell({ value }: CellProps<string>) {
  const query = readStoredQuery(value)
  return query ? <span>{countConditions(query)} 个条件</span> : null
}
