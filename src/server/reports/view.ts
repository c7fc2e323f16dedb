import { fieldValues } from '#runtime/fields/values.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { getTitle, type ListColumn, listFields, queryItems } from '#runtime/schema/derive.ts'
import type { DataType } from '#runtime/schema/field-value.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import { computeDefault, fixed } from './parameters.ts'
import type { DictionaryItems } from './services.ts'

type Shown = (key: string) => boolean

/** Columns, query items and parameters (docs/http.md, "Reports"). */
interface RpColumn {
  title: string
  dataIndex: string
  align: string
  fieldType: string
  sorter?: true
  /** The key of `dictOptions`. */
  customRender?: string
  fieldHref?: string
  scopedSlots?: { customRender: string }
  groupTitle?: string
  isTotal?: '1'
}

const listed = (report: StoredReport, isShown: Shown): ListColumn[] =>
  listFields({ id: report.id, title: report.title, fields: report.fields }, fieldValues).filter(({ key }) =>
    isShown(key),
  )

const hasTexts = (field: Field): boolean => field.dictCode !== undefined || Array.isArray(field.options)

export const listColumns = (report: StoredReport, isShown: Shown): RpColumn[] =>
  listed(report, isShown).map(({ key, field, title, align, sortable, group, statistics }) => ({
    title,
    dataIndex: key,
    align,
    fieldType: field.type,
    ...(sortable && { sorter: true as const }),
    ...(hasTexts(field) && { customRender: key }),
    ...(field.href !== undefined && { fieldHref: field.href, scopedSlots: { customRender: key } }),
    ...(group !== undefined && { groupTitle: group }),
    // The contract has one kind of total; a client that knows no other must not sum averages.
    ...(statistics?.includes('sum') && { isTotal: '1' as const }),
  }))

const ranges = new Set(['range'])
/** The controls that clients know besides text and choices (contract, section 19.1). */
const views: ReadonlySet<DataType> = new Set(['date', 'datetime', 'number'])

const getView = (field: Field): string => {
  if (hasTexts(field)) return 'list'
  const dataType = fieldValues.get(field.type)?.dataType
  return dataType !== undefined && views.has(dataType) ? dataType : 'text'
}

export const buildQueryInfo = (report: StoredReport, isShown: Shown) =>
  queryItems(report, fieldValues)
    .filter(({ key }) => isShown(key))
    .map(({ key, field, title, rule, folded }, at) => ({
      label: title,
      field: key,
      view: getView(field),
      mode: ranges.has(rule) ? 'group' : 'single',
      hidden: folded ? '1' : '0',
      ...(typeof field.dictCode === 'string' && { dictCode: field.dictCode }),
      isSearch: '1',
      order: at + 1,
    }))

export const listParamsInfo = (report: StoredReport, env: RecordEnv) =>
  (report.params ?? [])
    .filter(({ type }) => type !== fixed)
    .map((param, at) => ({
      paramName: param.key,
      paramTxt: getTitle(param),
      paramValue: computeDefault(param, env),
      orderNum: at + 1,
    }))

interface Option {
  value: string | number
  text: string
}

/** The dictionary texts of columns that have any, by the column's key. */
export async function readDictOptions(
  report: StoredReport,
  isShown: Shown,
  dictionaries: Pick<DictionaryItems, 'items'>,
): Promise<Record<string, Option[]>> {
  const withTexts = listed(report, isShown).filter(({ field }) => hasTexts(field))
  const lists = withTexts.map(async ({ key, field }): Promise<[string, Option[]]> => {
    const { dictCode, options } = field
    if (typeof dictCode === 'string') {
      const items = await dictionaries.items(dictCode)
      return [key, items.map(({ value, text }) => ({ value, text }))]
    }
    return [key, (options as (Option & { label?: string; title?: string })[]).map(buildOption)]
  })
  return Object.fromEntries(await Promise.all(lists))
}

const buildOption = ({
  value,
  text,
  label,
  title,
}: Partial<Option> & { label?: string; title?: string }): Option => ({
  value: value ?? '',
  text: text ?? label ?? title ?? String(value ?? ''),
})
