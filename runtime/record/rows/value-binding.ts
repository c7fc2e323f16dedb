import { isDetail } from '#runtime/schema/types.ts'
import type { PendingValues, ValueBinding } from '../changes/pending-values.ts'
import type { RecordModel } from '../model.ts'
import type { RowStore } from './row-store.ts'

const createBinding = (
  values: PendingValues,
  id: string,
  key: string,
  rest: Pick<ValueBinding, 'value' | 'set' | 'subscribe'>,
): ValueBinding => {
  const binding: ValueBinding = {
    ...rest,
    pending: () => values.get(id, key),
    setPending(pendingValue) {
      if (pendingValue) pendingValue.binding = binding
      values.set(id, key, pendingValue)
    },
  }
  return binding
}

/** The binding of a head value. */
export const bindHeadValue = (model: RecordModel, key: string): ValueBinding =>
  createBinding(model.pending, '', key, {
    value: () => model.head[key],
    set: (value) => model.setHead(key, value),
    subscribe: model.subscribeHead,
  })

/** The binding of a cell. */
export const bindCellValue = (store: RowStore, id: string, key: string): ValueBinding =>
  createBinding(store.pending, id, key, {
    value: () => store.row(id)?.[key],
    set: (value) => store.setCell(id, key, value),
    subscribe: (listener) => store.subscribeRow(id, listener),
  })

/** The pending values of a whole record, by detail table ('' for the head), row and field. */
export const pendingEntries = (model: RecordModel) =>
  ['', ...model.screen.fields.filter(isDetail).map(({ key }) => key)].flatMap((detail) =>
    (model.rows(detail)?.pending ?? model.pending).all.map((entry) => ({ detail, ...entry })),
  )

/** Waits for the answers that pending values of a record wait for, and for those that begin in the meantime. */
export async function awaitAnswers(model: RecordModel): Promise<void> {
  const awaited = new Set<Promise<unknown>>()
  for (;;) {
    const due = pendingEntries(model)
      .flatMap(({ pendingValue }) => pendingValue.answer ?? [])
      .filter((answer) => !awaited.has(answer))
    if (due.length === 0) return
    for (const answer of due) awaited.add(answer)
    await Promise.all(due)
  }
}

/** Transfers pending values to another model or to rows with other ids; values without a target end. */
export function transferPending(
  model: RecordModel,
  work: ReturnType<typeof pendingEntries>,
  getId = (_detail: string, id: string) => id,
): void {
  for (const { detail, id: old, key, pendingValue } of work) {
    const store = model.rows(detail)
    const id = getId(detail, old)
    if (store?.row(id)) bindCellValue(store, id, key).setPending(pendingValue)
    else if (detail === '' && model.screen.fields.some((field) => field.key === key))
      bindHeadValue(model, key).setPending(pendingValue)
  }
}
