import { useMemo } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { compileColors, type RowColors } from '#runtime/record/row-colors.ts'
import { keySet, listRowScope } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import '#runtime/ui/colors.css'
import './list-colors.css'

/** The colours of a row of the list; undefined where no column has a condition. */
export type ColorsOf = (row: ListRow) => RowColors | undefined

/** The colours of rows by the conditions of all columns, those that the user has hidden too; each row is evaluated once. */
export function useListColors(columns: readonly Column[]): ColorsOf {
  const { user, lookup } = useServices()
  const types = useFieldTypes()
  return useMemo((): ColorsOf => {
    const compiled = compileColors(columns.map(({ field }) => field))
    if (!compiled) return () => undefined
    const env = { user: { ...user }, now: new Date(), mode: 'detail' as const, lookup }
    const keys = keySet(
      columns.map(({ field }) => field),
      types,
    )
    const colored = new WeakMap<ListRow, RowColors>()
    return (row: ListRow) => {
      const colors = colored.get(row) ?? compiled(listRowScope(row, env, keys))
      colored.set(row, colors)
      return colors
    }
  }, [columns, user, types, lookup])
}
