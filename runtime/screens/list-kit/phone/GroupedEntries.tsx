import type { ComponentProps } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { useGroupLines } from '../table/groups/useGroupLines.tsx'
import { Entries } from './Entries.tsx'

/** The entries of a list whose rows the user has grouped by the values of `column`. */
export function GroupedEntries({ column, ...entries }: ComponentProps<typeof Entries> & { column: Column }) {
  const grouped = useGroupLines(entries.list, column, entries.columns)
  return <Entries {...entries} grouped={grouped} />
}
