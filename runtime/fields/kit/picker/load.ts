import { loadList } from '#runtime/data/list-source.ts'
import type { Runtime } from '../../../contract/context.tsx'
import type { RecordSource } from '../../../contract/contract.ts'
import { compilePicker, type PickerPlan } from './plan.ts'

/** The plan of the picker with that code, over the screen or report that it names. */
export async function loadPlan(runtime: RecordSource, code: string): Promise<PickerPlan> {
  const picker = await runtime.loadPicker(code)
  const { source } = picker
  const rowsOf = await runtime.loadScreen('screen' in source ? source.screen : source.report)
  return compilePicker(picker, rowsOf, runtime.types, runtime.can)
}

export const planQuery = (runtime: Runtime, code: string) => ({
  queryKey: ['picker', 'plan', code],
  queryFn: () => loadPlan(runtime, code),
  retry: false,
})

const MAX_SELECTED = 200

/** The earlier selected records, wherever they are in the list. */
const loadSelected = async (
  runtime: Runtime,
  plan: PickerPlan,
  selected: readonly string[],
  signal: AbortSignal,
) => {
  const conditions = { [`${plan.returns.value}_MultiString`]: selected.join(',') }
  const fields = plan.columns.map(({ key }) => key)
  const query = { pageNo: 1, pageSize: MAX_SELECTED, ...plan.sort, fields, conditions }
  return (await loadList(runtime.http, plan.url, query, signal)).records
}

export const selectedQuery = (
  runtime: Runtime,
  code: string,
  plan: PickerPlan | undefined,
  selected: readonly string[],
) => ({
  queryKey: ['picker', 'picked', code, selected],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    plan ? loadSelected(runtime, plan, selected, signal) : [],
  enabled: plan !== undefined && selected.length > 0,
  gcTime: 0,
  retry: false,
})
