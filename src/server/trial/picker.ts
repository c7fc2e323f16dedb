import { isJsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { Field, PickerDocument } from '#runtime/schema/types.ts'
import type { Findings } from './findings.ts'
import { findRecord, type TrialServices, type Values } from './record.ts'
import { listCandidates } from './values.ts'

const pickedKeys = ({ fields, returns }: PickerDocument): [path: string, key: string][] => [
  ...fields.map((key, at): [string, string] => [pointer('fields', at), key]),
  ...Object.entries(returns ?? {}).flatMap(([word, key]): [string, string][] =>
    key === undefined ? [] : [[pointer('returns', word), key]],
  ),
]

/** Opens the list of a picker, searches it by each of its query items, and takes what a picked record brings. */
export async function tryPicker(
  services: TrialServices,
  picker: PickerDocument,
  { must, note }: Findings,
): Promise<void> {
  const { documents, dictionaries } = services
  const { source } = picker
  const screen = 'screen' in source ? documents.screen(source.screen)?.document : undefined
  const report = 'report' in source ? documents.report(source.report)?.document : undefined
  const fields: readonly Field[] = screen?.fields ?? report?.fields ?? []
  // A list with an address of its own has conditions of its own, and another database may be down.
  if (screen?.url?.list !== undefined || report?.source.dataSource !== undefined) return
  // A picker over an empty table has nothing to pick.
  const made = screen && (await findRecord(services, screen, 1))
  const path = `/online/cgreport/api/getData/${picker.code}`
  const opened = await must('/source', '打开列表', { path, query: { pageSize: '1' } })
  for (const [at, key] of (picker.query ?? []).entries()) {
    const field = fields.find((entry) => entry.key === key)
    const [sample = '1'] = field ? await listCandidates(field, dictionaries, 1) : []
    const text = String(made?.[key] ?? sample)
    const query = { [key]: text, [`${key}_begin`]: text, [`${key}_end`]: text }
    const wanted = isJsonObject(field?.query) ? field.query.rule : field?.query
    const sent = wanted === 'range' ? { ...query, [key]: '' } : { [key]: text }
    await must(pointer('query', at), '按它查询', { path, query: sent })
  }
  const [record] = (opened.result as { records?: Values[] } | null)?.records ?? []
  for (const [place, key] of pickedKeys(picker))
    if (record && !(key in record)) note(place, '选一条记录', `选中的记录里没有「${key}」`)
}
