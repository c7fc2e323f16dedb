import { noKeys } from '#runtime/record/scope.ts'
import { builtInActions } from '#runtime/schema/action-codes.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { parseSort, type Sort } from '#runtime/schema/query/sort.ts'
import type { Field, ReportDocument, ReportParam } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { listPageSizes, readColumns } from '../list.ts'
import type { ActionPlan, ListPlan, QueryItem } from '../plan.ts'
import { compileQuery } from '../query.ts'
import { screenDictionaries } from '../screen-dictionaries.ts'

/** A report as a read-only list: its parameters are the first query items. */
export interface ReportPlan extends ListPlan {
  /** Milliseconds for which a response is cached. */
  staleTime: number
  /** The address of the file; absent without the export permission. */
  exportUrl?: string
  /** The file may also be one of comma-separated values: `fileFormat: 'csv'`. */
  hasCsv?: true
  /** Key of the first column, whose equal values are one group with a sub-total; absent if the user may not see it. */
  groupBy?: string
  /** The unit of amounts, as in 金额单位：元. */
  unit?: string
}

export interface ReportEnv extends CompileEnv {
  /** The value of a default: a literal, or the result of its expression. */
  computeDefault(field: Field): unknown
}

/** Responses for columns, query and data of a report are cached for 30 seconds (spec). */
export const reportCache = 30_000

/** Up to this number of rows a report is one page, unless its document has a page size. */
const MAX_SCROLLED_ROWS = 1000

/** Prefix of parameters, so that none collides with the query of a column. */
const prefix = 'self_'

/** Compiles a report by its document. */
export function compileReport(report: ReportDocument, env: ReportEnv): ReportPlan {
  const params = (report.params ?? []).map((param) => paramField(param, env))
  const { list = {}, fields } = report
  const columns = readColumns(report, env)
  const group = columns.find(({ key }) => key === list.groupBy)
  return {
    ...readOnlyPlan(report.id, report.title, report.code),
    toolbar: list.superQuery === false ? [] : [advancedAction],
    columns: group ? [group, ...columns.filter((column) => column !== group)] : columns,
    query: compileQuery({ fields: [...params, ...fields] }, env),
    needs: screenDictionaries({ fields: [...params, ...fields] }, env.types),
    sort: list.sort ? parseSort(list.sort) : unsorted,
    pageSize: list.pageSize ?? MAX_SCROLLED_ROWS,
    pageSizes:
      list.pageSizes ?? (list.pageSize ? listPageSizes(undefined, list.pageSize) : [MAX_SCROLLED_ROWS]),
    paging: list.paging ?? true,
    scrollX: list.scrollX,
    staleTime: list.cache === undefined ? reportCache : list.cache * 1000,
    ...(group ? { groupBy: group.key } : {}),
    ...(report.unit === undefined ? {} : { unit: report.unit }),
    ...(env.can(`${getPerm(report)}:export`)
      ? { exportUrl: reportUrl('exportXls', report.code), hasCsv: true as const }
      : {}),
  }
}

/** A report of this server can be queried by any of its columns, unless its document turns that off. */
const advancedAction: ActionPlan = {
  code: 'superQuery',
  kind: 'superQuery',
  title: builtInActions.superQuery,
  danger: false,
  batch: false,
  keys: noKeys,
}

/** The row order of the query of the report. */
export const unsorted: Sort = { column: '', order: 'asc' }

export const reportUrl = (call: string, configId: string): string =>
  `/online/cgreport/api/${call}/${encodeURIComponent(configId)}`

/** The common part of all report plans. */
export const readOnlyPlan = (id: string, title: string, configId: string): ReportPlan => ({
  id,
  title,
  columns: [],
  query: [],
  filters: new Map(),
  toolbar: [],
  batch: [],
  row: [],
  canDetail: false,
  needs: [],
  sort: unsorted,
  pageSize: 10,
  pageSizes: listPageSizes(undefined, 10),
  paging: true,
  selectable: false,
  keepsSelection: false,
  url: { ...noUrls, list: reportUrl('getData', configId) },
  staleTime: reportCache,
})

const noUrls = {
  add: '',
  edit: '',
  delete: '',
  deleteBatch: '',
  queryById: '',
  exportXls: '',
  importExcel: '',
  move: () => '',
}

/** A parameter is a query item of its type; it is never a column. */
export function paramField(
  { required, ...param }: ReportParam,
  env: Pick<ReportEnv, 'computeDefault'>,
  keyPrefix = prefix,
): Field {
  const defaultValue = toLiteral(env.computeDefault(param))
  // The default label 全部 is no valid value here.
  const hint = required && (param.dictCode || param.options) ? { placeholder: '请选择' } : {}
  return {
    ...hint,
    ...param,
    key: keyPrefix + param.key,
    list: false,
    query: { rule: param.multi ? 'in' : 'eq', required: required ?? false, defaultValue },
  }
}

const toLiteral = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** The required items without a value; until they have one the report does not run. */
export const missingItems = (
  plan: Pick<ReportPlan, 'query'>,
  conditions: Readonly<Record<string, string>>,
): QueryItem[] => plan.query.filter((item) => item.required && !item.names.some((name) => conditions[name]))
