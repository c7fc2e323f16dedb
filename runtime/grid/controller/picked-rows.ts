import { missingRecords } from '#runtime/record/rows/missing-records.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { PickSettings } from '#runtime/schema/language/settings.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { Column } from '../columns/columns.ts'
import { newStep } from '../state/active-cell.ts'
import type { GridController } from './GridController.ts'

/** Adds a row for each record that no row has yet, and says how many there were. */
export function addMissingRows(
  grid: GridController,
  records: readonly Values[],
  { key, field }: Column,
): void {
  const { store, services } = grid
  const { orgFields = [], destFields = [] } = field as PickSettings
  const missing = missingRecords(store.rows, records, { orgFields, destFields })
  grid.addRows(missing, key)
  const present = records.length - missing.length
  const note = present > 0 ? `，另有 ${present} 条已在明细里` : ''
  services.notify('success', `选入了 ${missing.length} 条${note}`)
}

/** Takes the values of the picked records of the selected or all rows once more, in one undo step, and says what has changed. */
export async function takeRowsAgain(
  { store, services, recordSource }: GridController,
  { field, type, title }: Column,
): Promise<void> {
  const { ids: selected } = store.selection
  const ids = selected.size > 0 ? [...selected] : store.rows.map(({ id }) => id)
  const rows = ids.flatMap((id) => store.row(id) ?? [])
  const readAgain = async () => {
    try {
      return await type.takeAgain?.(rows, field, recordSource)
    } catch (error) {
      const text = noticeText(error)
      if (text) services.notify('error', text)
      return undefined
    }
  }
  const taken = await readAgain()
  if (!taken) return
  const changes = rows.flatMap((row, at) => {
    const values = taken[at]
    const changed = Object.entries(values ?? {}).filter(([key, value]) => row[key] !== value)
    return store.row(row.id) && changed.length > 0
      ? [{ id: row.id, values: Object.fromEntries(changed) }]
      : []
  })
  store.setCells(changes, newStep('pick'))
  const lost = taken.filter((values) => values === null).length
  const note = lost > 0 ? `，${lost} 行没有找到所选的${title}` : ''
  services.notify(lost > 0 ? 'warning' : 'success', `${changes.length} 行的值变了${note}`)
}
