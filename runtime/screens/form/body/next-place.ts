import { isEmpty } from '#runtime/kernel/json.ts'
import { isReadOnly } from '#runtime/schema/derive.ts'
import { type DetailField, isDetail } from '#runtime/schema/types.ts'
import type { Session } from '../session.ts'

/** The place of the first cell to fill of a table without rows, which gets a blank one. */
function firstCell(model: Session['model'], { key, fields }: DetailField): string | undefined {
  const store = model.rows(key)
  const first = fields.find((field) => field.type !== 'hidden' && !isReadOnly(field))
  if (!store || !first || store.rows.length > 0) return undefined
  store.insert(0)
  return `/${key}/0/${first.key}`
}

/**
 * Where filling in a new record goes on behind a field: the next field that can be changed and has no value, else the
 * first cell of the first table without rows. Undefined where nothing is left to fill.
 */
export function nextPlace(session: Session, key: string): string | undefined {
  const { plan, model, form } = session
  const items = [...plan.fields.values()]
  const behind = items.slice(items.findIndex((item) => item.field.key === key) + 1)
  for (const { field, readOnly } of behind) {
    const state = form.query(field.key).take()
    const isOpen = state?.display === 'visible' && state.pattern === 'editable'
    if (readOnly || !isOpen) continue
    const place = isDetail(field)
      ? firstCell(model, field)
      : isEmpty(model.head[field.key]) && `/${field.key}`
    if (place) return place
  }
  return undefined
}
