import { useRef } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import { errorText } from '#runtime/kernel/errors.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { copyOfRow } from '../range/cells.ts'
import { newRowPosition } from './new-row.ts'

const addInterval = 1500

/** Adds rows on request, at the end or beside another row; requests less than 1500 ms apart are ignored. */
export function useNewRows(store: RowStore, insert: (at: number, values?: Values) => void) {
  const { notify } = useRuntime()
  const last = useRef(Number.NEGATIVE_INFINITY)
  const press = (at: number, values?: Values) => {
    const now = Date.now()
    if (now - last.current < addInterval) {
      notify('warning', errorText('TOO_FAST'))
      return
    }
    last.current = now
    insert(at, values)
  }
  const beside = (rowId: string, where: 'behind' | 'under', values: Values = {}) => {
    const { at, hangs } = newRowPosition(store, rowId, where)
    press(at, { ...values, ...hangs })
  }
  return {
    add: () => press(store.rows.length),
    insertAfter: (rowId: string) => beside(rowId, 'behind'),
    copyAfter: (rowId: string) => beside(rowId, 'behind', copyOfRow(store, rowId)),
    addUnder: (rowId: string) => beside(rowId, 'under'),
  }
}
