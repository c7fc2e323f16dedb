import { permOf } from '#runtime/schema/derive.ts'
import type { Field, ReportDocument, ReportParam } from '#runtime/schema/types.ts'
import { type CompileEnv, parseSort, readColumns } from './list.ts'
import type { Column, ListPlan, QueryItem, Sort } from './plan.ts'
import { compileQuery } from './query.ts'
import { screenDictionaries } from './screen-dictionaries.ts'

/** A report drawn as a list that only reads: its parameters stand first among the query items. */
export interface ReportPlan extends ListPlan {
  /** Milliseconds for which an answer is kept. */
  staleTime: number
  /** Where the file comes from; absent for who may not take the report along. */
  exportUrl?: string
}

export interface ReportEnv extends CompileEnv {
  /** The value that a default stands for: a literal, or what its expression gives. */
  defaultOf(field: Field): unknown
}

/** Column, query and data answers of a report are kept for 30 seconds (spec). */
export const reportCache = 30_000

/** Parameters travel under this prefix, so that none can stand for a column's query. */
const prefix = 'self_'

/** A report by its document. */
export function compileReport(report: ReportDocument, env: ReportEnv): ReportPlan {
  const params = (report.params ?? []).map((param) => paramField(param, env))
  const { list = {}, fields } = report
  return {
    ...readOnlyPlan(report.id, report.title, report.code),
    columns: readColumns(report, env),
    query: compileQuery({ fields: [...params, ...fields] }, env.types, env.can),
    needs: screenDictionaries({ fields: [...params, ...fields] }, env.types),
    sort: list.sort ? parseSort(list.sort) : unsorted,
    pageSize: list.pageSize ?? 10,
    paging: list.paging ?? true,
    scrollX: list.scrollX,
    staleTime: list.cache === undefined ? reportCache : list.cache * 1000,
    ...(env.can(`${permOf(report)}:export`) ? { exportUrl: reportUrl('exportXls', report.code) } : {}),
  }
}

/** The order in which the report's own query brings its rows. */
export const unsorted: Sort = { column: '', order: 'asc' }

export const reportUrl = (call: string, configId: string): string =>
  `/online/cgreport/api/${call}/${encodeURIComponent(configId)}`

/** What every report has in common, however it is described. */
export const readOnlyPlan = (id: string, title: string, configId: string): ReportPlan => ({
  id,
  title,
  columns: [],
  query: [],
  toolbar: [],
  batch: [],
  row: [],
  canDetail: false,
  needs: [],
  sort: unsorted,
  pageSize: 10,
  paging: true,
  selectable: false,
  keepsSelection: false,
  url: { ...noUrls, list: reportUrl('getData', configId) },
  staleTime: reportCache,
})

const noUrls = { add: '', edit: '', delete: '', deleteBatch: '', queryById: '', move: () => '' }

/** A parameter asks like a field of its type; it is never a column. */
export function paramField({ required, ...param }: ReportParam, env: Pick<ReportEnv, 'defaultOf'>): Field {
  const defaultValue = literalOf(env.defaultOf(param))
  // The usual 全部 is no answer here.
  const hint = required && (param.dictCode || param.options) ? { placeholder: '请选择' } : {}
  return {
    ...hint,
    ...param,
    key: prefix + param.key,
    list: false,
    query: { rule: param.multi ? 'in' : 'eq', required: required ?? false, defaultValue },
  }
}

const literalOf = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** The required items that nothing answers yet; until then the report does not run. */
export const missingItems = (
  plan: Pick<ReportPlan, 'query'>,
  conditions: Readonly<Record<string, string>>,
): QueryItem[] => plan.query.filter((item) => item.required && !item.names.some((name) => conditions[name]))

export const totalledColumns = (columns: readonly Column[]): Column[] =>
  columns.filter((column) => column.statistics.length > 0)
