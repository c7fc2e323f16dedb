import type { FieldTypes } from '#runtime/contract/contract.ts'
import { isSafeLink } from '#runtime/kernel/text/html.ts'
import { type Usage, usualType } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { readColumns } from '../list.ts'
import type { Column } from '../plan.ts'
import { compileQuery } from '../query.ts'
import { screenDictionaries } from '../screen-dictionaries.ts'
import { paramField, type ReportEnv, type ReportPlan, readOnlyPlan, reportUrl } from './report.ts'

/** The response of `getRpColumns` (docs/http.md, "Reports"). */
export interface ColumnsAnswer {
  columns: readonly WireColumn[]
  dictOptions?: Readonly<Record<string, readonly WireOption[]>>
  cgRpConfigId: string
  cgRpConfigName: string
}

interface WireColumn {
  title?: string
  dataIndex: string
  align?: string
  sorter?: unknown
  /** The key of `dictOptions` whose texts the column shows. */
  customRender?: string
  fieldHref?: string
  groupTitle?: string
  isTotal?: unknown
  fieldType?: string
}

interface WireOption {
  value: string | number
  text: string
}

/** An entry of `getQueryInfo`. */
export interface QueryAnswer {
  label?: string
  field: string
  view?: string
  mode?: string
  /** "1": shown only when the query bar is expanded. */
  hidden?: unknown
  dictCode?: string
}

/** An entry of `getParamsInfo`. */
export interface ParamAnswer {
  paramName: string
  paramTxt?: string
  paramValue?: string | null
}

export interface ReportAnswers {
  columns: ColumnsAnswer
  query: readonly QueryAnswer[]
  params: readonly ParamAnswer[]
}

/** Compiles a report from its description by a contract server. */
export function compileAnswers(code: string, answers: ReportAnswers, env: ReportEnv): ReportPlan {
  const { columns, dictOptions = {}, cgRpConfigId, cgRpConfigName } = answers.columns
  const fields = columns.map((column) => columnField(column, dictOptions, env.types))
  const params = answers.params.map((param) => paramField(buildParam(param, env.types), env))
  const queryFields = [...params, ...answers.query.map((item) => queryField(item, dictOptions, env.types))]
  const id = `online/cgreport/${code}`
  return {
    ...readOnlyPlan(id, cgRpConfigName, cgRpConfigId),
    exportUrl: reportUrl('exportXls', cgRpConfigId),
    columns: aligned(readColumns({ id, title: cgRpConfigName, fields }, env), columns),
    query: compileQuery({ fields: queryFields }, env),
    needs: screenDictionaries({ fields: [...fields, ...queryFields] }, env.types),
  }
}

/** The column types of other servers. */
const usages: Readonly<Record<string, Usage>> = {
  integer: 'number',
  long: 'number',
  int: 'number',
  number: 'number',
  double: 'number',
  bigdecimal: 'number',
  date: 'date',
  datetime: 'datetime',
  image: 'image',
}

const getType = (word: string | undefined, types: FieldTypes): string => {
  if (word !== undefined && types.has(word)) return word
  return usualType(types, usages[word?.toLowerCase() ?? ''] ?? 'text')
}

const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** `${key}`, the placeholder of other servers, becomes `{key}`; an unsafe address is dropped. */
function readHref(text: string | undefined): string | undefined {
  const href = text?.trim().replaceAll('${', '{')
  return href && isSafeLink(href) ? href : undefined
}

function columnField(
  column: WireColumn,
  dictOptions: ColumnsAnswer['dictOptions'],
  types: FieldTypes,
): Field {
  const { dataIndex: key, title = key, groupTitle, customRender, fieldType } = column
  const options = customRender === undefined ? undefined : dictOptions?.[customRender]
  const href = readHref(column.fieldHref)
  return {
    key,
    title,
    list: true,
    isOrder: isYes(column.sorter),
    ...(options ? { type: usualType(types, 'choice'), options } : { type: getType(fieldType, types) }),
    ...(href ? { href } : {}),
    ...(groupTitle ? { group: groupTitle } : {}),
    ...(isYes(column.isTotal) ? { statistics: ['sum'] } : {}),
  }
}

/** The alignment of the server is used if there is one. */
const aligned = (columns: readonly Column[], wireColumns: readonly WireColumn[]): Column[] =>
  columns.map((column) => {
    const align = wireColumns.find(({ dataIndex }) => dataIndex === column.key)?.align
    return align === 'left' || align === 'right' || align === 'center' ? { ...column, align } : column
  })

function queryField(item: QueryAnswer, dictOptions: ColumnsAnswer['dictOptions'], types: FieldTypes): Field {
  const { field: key, label: title = key, view, mode, dictCode } = item
  const options = (dictCode === undefined ? undefined : dictOptions?.[dictCode]) ?? dictOptions?.[key]
  const isChoice = view === 'list' || options !== undefined
  const type = isChoice ? usualType(types, 'choice') : getType(view, types)
  const rules = types.get(type)?.query?.rules ?? []
  const isRange = mode === 'group' && rules.includes('range')
  return {
    key,
    title,
    type,
    ...(options ? { options } : dictCode ? { dictCode } : {}),
    query: {
      rule: isRange ? 'range' : rules.includes('like') && !isChoice ? 'like' : 'eq',
      folded: isYes(item.hidden),
    },
  }
}

const buildParam = ({ paramName, paramTxt, paramValue }: ParamAnswer, types: FieldTypes) => ({
  key: paramName,
  title: paramTxt || paramName,
  type: usualType(types, 'text'),
  defaultValue: paramValue ?? null,
})
