import { loadList } from '#runtime/data/list-source.ts'
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
