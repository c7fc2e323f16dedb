import { findMask } from '#runtime/kernel/text/mask.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { type FieldValues, type QueryRule, type Usage, usualType } from './field-value.ts'
import type { AuditKey, DetailField, Field, ScreenDocument, ValidateRule } from './types.ts'
import { auditKeys, isAccountKey, isDetail } from './types.ts'

/** A screen with the parts that both sides have; the public view is enough. */
export type ScreenView = Pick<
  ScreenDocument,
  'id' | 'title' | 'perm' | 'fields' | 'list' | 'form' | 'flow' | 'actions' | 'followUps' | 'rowRules'
>

export type FormMode = 'add' | 'edit' | 'detail'

export interface ListColumn {
  key: string
  field: Field
  title: string
  width?: number
  align: 'left' | 'right' | 'center'
  fixed?: 'left' | 'right'
  sortable: boolean
  tag?: Record<string, string>
  ellipsis?: number
  /** Title of the header group of the column. */
  group?: string
  statistics?: ('sum' | 'average')[]
}

export interface QueryItem {
  key: string
  field: Field
  title: string
  rule: QueryRule
  /** Shown only when the query bar is expanded. */
  folded: boolean
  required: boolean
  widget?: string
  /** A literal, or `=expression`. */
  defaultValue: string | number | boolean | null
}

const auditTitles: Record<AuditKey, string> = {
  id: '主键',
  rev: '修订号',
  createBy: '创建人',
  createTime: '创建时间',
  updateBy: '修改人',
  updateTime: '修改时间',
  sysOrgCode: '所属部门',
}

/** The field of an audit column, which documents name in `list.fields` and `sort`. */
export function auditField(key: string, types: FieldValues): Field | undefined {
  const auditKey = auditKeys.find((word) => word === key)
  if (!auditKey) return undefined
  return {
    key: auditKey,
    title: auditTitles[auditKey],
    type: usualType(types, auditUsage(auditKey)),
    isOrder: true,
    form: false,
  }
}

function auditUsage(key: AuditKey): Usage {
  if (isAccountKey(key)) return 'user'
  return key === 'rev' ? 'number' : key.endsWith('Time') ? 'datetime' : 'text'
}

/** The title of an audit column. */
export const auditTitle = (key: string): string | undefined => auditTitles[key as AuditKey]

/** The fields by which a list may be queried: its added filters, those of the screen, and the audit columns that `list.query` names. */
export const queryableFields = (
  screen: Pick<ScreenDocument, 'fields' | 'list' | 'filters'>,
  types: FieldValues,
): Field[] => [
  ...(screen.filters ?? []),
  ...screen.fields,
  ...(screen.list?.query ?? []).flatMap((key): Field[] => {
    const field = auditField(key, types)
    return field ? [{ ...field, query: true }] : []
  }),
]

/** The screen's own fields by key. */
export const fieldByKey = (screen: Pick<ScreenView, 'fields'>): Map<string, Field> =>
  new Map(screen.fields.map((field) => [field.key, field]))

export const details = (screen: Pick<ScreenView, 'fields'>): DetailField[] => screen.fields.filter(isDetail)

/** The maximum rows of a detail whose document sets no `maxRows`: the same limit in grid and server. */
export const DEFAULT_MAX_ROWS = 5000

export const getMaxRows = (detail: Pick<DetailField, 'maxRows'>): number => detail.maxRows ?? DEFAULT_MAX_ROWS

export const getTitle = (field: Pick<Field, 'key' | 'title'>): string => field.title ?? field.key

/** The prefix of the screen's permission codes: `perm`, else the id with colons. */
export const getPerm = (screen: Pick<ScreenView, 'id' | 'perm'>): string =>
  screen.perm ?? screen.id.replaceAll('/', ':')

/** The prefix of the codes of a detail whose rows are saved by themselves. */
export const permOfDetail = (screen: Pick<ScreenView, 'id' | 'perm'>, detail: { key: string }): string =>
  `${getPerm(screen)}.${detail.key}`

/**
 * The columns of the list in order. `list.fields` lists them explicitly; else every field is a column that has no
 * `list: false` and is none of hidden, table, file, rich text (`offList`), not stored, or write-only.
 */
export function listFields(screen: ScreenView, types: FieldValues): ListColumn[] {
  const byKey = fieldByKey(screen)
  const named = screen.list?.fields
  const fields = named
    ? named.flatMap((key) => byKey.get(key) ?? auditField(key, types) ?? [])
    : screen.fields.filter((field) => isListed(field, types))
  return fields.filter((field) => !field.writeOnly && !isDetail(field)).map((field) => column(field, types))
}

function isListed(field: Field, types: FieldValues): boolean {
  if (field.list === false || field.type === 'hidden') return false
  if (field.list) return true
  return field.persist !== false && !types.get(field.type)?.offList
}

/** The columns of a detail table, in order; hidden ones have values but are not shown. */
export const detailColumns = (detail: DetailField, types: FieldValues): ListColumn[] =>
  detail.fields
    .filter((field) => field.type !== 'hidden' && field.form !== false)
    .map((field) => column(field, types))

const DEFAULT_POSITION_KEY = 'orderNum'

/**
 * The key under which a detail table stores the 1-based positions of its rows: the declared key, else orderNum.
 * Undefined if the rows are saved separately, if there is only one row, or if a field uses the column of orderNum.
 */
export function positionKey(detail: DetailField): string | undefined {
  const named = detail.dragSortKey ?? detail.table?.order
  if (named !== undefined || detail.own === true || detail.look === 'form') return named
  const isTaken = detail.fields.some(
    ({ key, column }) => (column ?? toSnake(key)) === toSnake(DEFAULT_POSITION_KEY),
  )
  return isTaken ? undefined : DEFAULT_POSITION_KEY
}

function column(field: Field, types: FieldValues): ListColumn {
  const view = typeof field.list === 'object' ? field.list : {}
  return {
    key: field.key,
    field,
    title: getTitle(field),
    width: view.width ?? field.width,
    align: types.get(field.type)?.align ?? 'left',
    fixed: view.fixed ?? field.fixed,
    sortable: field.isOrder === true,
    tag: view.tag ?? field.tag,
    ellipsis: view.ellipsis ?? field.ellipsis,
    group: view.group ?? field.group,
    statistics: field.statistics,
  }
}

/** The query bar's items in order of the fields. A field whose type cannot be queried has none. */
export function queryItems(screen: Pick<ScreenView, 'fields'>, types: FieldValues): QueryItem[] {
  return screen.fields.flatMap((field) => {
    const rule = queryRule(field, types)
    if (!rule) return []
    const view = typeof field.query === 'object' ? field.query : {}
    return {
      key: field.key,
      field,
      title: getTitle(field),
      rule,
      folded: view.folded ?? false,
      required: view.required ?? false,
      widget: view.widget,
      defaultValue: view.defaultValue ?? null,
    }
  })
}

/** A field in a query: without the settings of the form, which would disable it, require it or fill it. */
export const queryField = ({
  compute,
  auto,
  disabled,
  disableIf,
  requireIf,
  showIf,
  validateRules,
  widget,
  ...field
}: Field): Field => field

/** The rule by which a field is queried. `query: true` means: dates by range, dictionaries by `in`, else the type's first rule. */
export function queryRule(field: Field, types: FieldValues): QueryRule | null {
  const rules = types.get(field.type)?.query?.rules
  if (!rules || !field.query || field.writeOnly) return null
  const declaredRule = typeof field.query === 'object' ? field.query.rule : field.query
  if (typeof declaredRule === 'string') return declaredRule
  if (findMask(field)) return 'eq'
  if ((field.dictCode || field.options) && rules.includes('in')) return 'in'
  return rules[0] ?? null
}

/** Whether forms can show a field: it is not hidden, and its rows are not saved separately. */
export const canBeInForm = (field: Field): boolean => field.type !== 'hidden' && field.own !== true

/** The fields that a form shows in a mode, in the order of the document. */
export function formFields(screen: Pick<ScreenView, 'fields'>, mode: FormMode): Field[] {
  return screen.fields.filter(
    (field) =>
      field.form !== false &&
      canBeInForm(field) &&
      (!field.modes || field.modes.includes(mode)) &&
      !(mode === 'detail' && field.writeOnly),
  )
}

/** Whether the value is not typed but computed, numbered, or taken from other records. */
export const isDerived = ({ compute, auto, from, rollup, follow }: Field): boolean =>
  [compute, auto, from, rollup, follow].some((source) => source !== undefined)

/** Derived values cannot be edited. */
export const isReadOnly = (field: Field): boolean => field.disabled === true || isDerived(field)

/** The rules whose violation keeps a record from being saved; those of level `warning` only ask. */
export const blockingRules = ({ validateRules = [] }: Pick<Field, 'validateRules'>): ValidateRule[] =>
  validateRules.filter(({ level }) => level !== 'warning')

/** Whether a rule requires a value; conditions (`requireIf`) are not considered. */
export const isRequired = (field: Pick<Field, 'validateRules'>): boolean =>
  blockingRules(field).some(({ required }) => required === true)

/** How many columns of the form a field spans. */
export const getSpan = (field: Field): number =>
  (typeof field.form === 'object' ? field.form.span : undefined) ?? field.span ?? 1

/** The word for one record of a screen: 用户管理 lists 用户. */
export const recordTitle = (title: string): string => title.replace(/(?<=.)管理$/, '')
