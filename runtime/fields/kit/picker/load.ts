import { type ListRow, loadList } from '#runtime/data/list-source.ts'
import type { RecordSource } from '../../../contract/contract.ts'
import { compilePicker, type PickerPlan } from './plan.ts'

/** The plan of the picker with that code, over the screen or report that it names. */
export async function loadPlan(records: RecordSource, code: string): Promise<PickerPlan> {
  const picker = await records.loadPicker(code)
  const { source } = picker
  const rowsDocument = await records.loadScreen('screen' in source ? source.screen : source.report)
  return compilePicker(picker, rowsDocument, records.types, records.can)
}

export const planQuery = (records: RecordSource, code: string) => ({
  queryKey: ['picker', 'plan', code],
  queryFn: () => loadPlan(records, code),
  retry: false,
})

const MAX_SELECTED = 200

/** The earlier selected records, wherever they are in the list. */
const loadSelected = async (
  records: RecordSource,
  plan: PickerPlan,
  selected: readonly string[],
  signal: AbortSignal,
) => {
  const conditions = { [`${plan.returns.value}_MultiString`]: selected.join(',') }
  const fields = plan.columns.map(({ key }) => key)
  const query = { pageNo: 1, pageSize: MAX_SELECTED, ...plan.sort, fields, conditions }
  return (await loadList(records.http, plan.url, query, signal)).records
}

/** Rows that are taken at once, and rows a request. */
export const MAX_ALL = 2000
const ALL_PAGE = 200

/** All rows that the conditions find, up to `MAX_ALL`. */
export async function loadAll(
  http: RecordSource['http'],
  plan: PickerPlan,
  conditions: Readonly<Record<string, string>>,
): Promise<ListRow[]> {
  const fields = plan.columns.map(({ key }) => key)
  const query = { pageSize: ALL_PAGE, ...plan.sort, fields, conditions }
  const found = new Map<string, ListRow>()
  for (let pageNo = 1; found.size < MAX_ALL; pageNo += 1) {
    const { records } = await loadList(http, plan.url, { ...query, pageNo })
    for (const row of records) found.set(row.id, row)
    if (records.length < ALL_PAGE) break
  }
  return [...found.values()]
}

export const selectedQuery = (
  records: RecordSource,
  code: string,
  plan: PickerPlan | undefined,
  selected: readonly string[],
) => ({
  queryKey: ['picker', 'picked', code, selected],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    plan ? loadSelected(records, plan, selected, signal) : [],
  enabled: plan !== undefined && selected.length > 0,
  gcTime: 0,
  retry: false,
})
