import { vi } from 'vitest'
import type { FieldTypes, RecordSource } from '#runtime/contract/contract.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { GridClipboard } from '#runtime/grid/clipboard/GridClipboard.ts'
import { buildColumns } from '#runtime/grid/columns/columns.ts'
import { GridController } from '#runtime/grid/controller/GridController.ts'
import type { GridSetup } from '#runtime/grid/state/grid-view.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { Values } from '#runtime/record/scope.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { Services } from '#runtime/services/services.tsx'
import { bill, env, lookup } from '../record/bill.ts'

export const items = [
  { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10 },
  { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1 },
  { id: 'c', rev: 1, fname: '丝线', fnum: 4, fprice: 5 },
]

/** A detail table with three rows and without its drawing. `fields` replaces the columns. */
export function openController({
  isFrozen = false,
  hidden = new Set<string>(),
  fields = undefined as readonly Field[] | undefined,
  rows = items as readonly Values[],
} = {}) {
  const screen = fields
    ? { ...bill, fields: bill.fields.map((field) => (isDetail(field) ? { ...field, fields } : field)) }
    : bill

  const types = fieldValues as unknown as FieldTypes
  const model = new RecordModel(
    screen as ScreenDocument,
    { id: '9', rev: 1, items: rows },
    { types: fieldValues, lookup, env: env('edit') },
  )
  const store = model.rows('items')
  if (!store) throw new Error('no rows')
  const notify = vi.fn()
  const services = { lookup, notify, can: () => true } as unknown as Services
  const upload = vi.fn()
  const recordSource = { types, http: { upload } } as unknown as RecordSource
  const buildSetup = (isFrozen: boolean): GridSetup => ({
    services,
    recordSource,
    columns: buildColumns(store.detail, { types, can: () => true, mode: 'edit', isFrozen }),
    isFrozen,
    hidden,
    rowHeight: 32,
  })
  const grid = new GridController('g', store, buildSetup(isFrozen), {
    memoryKey: 'columns',
    clipboard: (state) => new GridClipboard(state, 'stock/bill'),
  })
  return { grid, model, store, notify, upload, buildSetup }
}
