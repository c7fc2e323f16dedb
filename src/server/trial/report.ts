import { fieldValues } from '#runtime/fields/values.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { queryItems } from '#runtime/schema/derive.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import type { Findings } from './findings.ts'
import type { TrialServices } from './record.ts'
import { listCandidates } from './values.ts'

/** Runs the SELECT of a report with and without its parameters, its query items and orders, and exports it. */
export async function tryReport(
  { dictionaries }: TrialServices,
  document: StoredReport,
  { must }: Findings,
): Promise<void> {
  // Another database may be down.
  if (document.source.dataSource !== undefined) return
  const path = `/online/cgreport/api/getData/${document.code}`
  // A dictionary over records may still be empty.
  const sample = async (field: Field) => String((await listCandidates(field, dictionaries, 1))[0] ?? '1')
  const required: Record<string, string> = {}
  const all: Record<string, string> = {}
  for (const param of (document.params ?? []).filter(({ type }) => type !== 'hidden')) {
    const name = `self_${param.key}`
    all[name] = await sample(param as Field)
    if (param.required) required[name] = all[name]
  }
  await must('/source/sql', '查询', { path, query: required })
  if (Object.keys(all).length > 0) await must('/params', '按参数查询', { path, query: all })
  const run = (at: number, step: string, query: Record<string, string>) =>
    must(pointer('fields', at), step, { path, query: { ...required, ...query } })
  for (const { key, field, rule } of queryItems(document, fieldValues)) {
    const value = await sample(field)
    const query: Record<string, string> =
      rule === 'range' ? { [`${key}_begin`]: value, [`${key}_end`]: value } : { [key]: value }
    await run(document.fields.indexOf(field), '按它查询', query)
  }
  for (const [at, { key, isOrder }] of document.fields.entries())
    if (isOrder) await run(at, '按它排序', { column: key, order: 'asc' })
  await must('', '导出', { path: `/online/cgreport/api/exportXls/${document.code}`, query: required })
}
