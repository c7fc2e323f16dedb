import { comparesWholeValues, findMask } from '#runtime/kernel/text/mask.ts'
import { type ConditionRule, conditionRules, presenceRules } from '#runtime/rules/advanced-query/model.ts'
import type { FieldWords } from '#runtime/rules/advanced-query/sentence.ts'
import { unmaskCode } from '#runtime/schema/action-codes.ts'
import { auditField, details, getPerm, getTitle, permOfDetail, queryField } from '#runtime/schema/derive.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type Field, isDetail, type ReportDocument, type ScreenDocument } from '#runtime/schema/types.ts'
import type { AnyFieldType, FieldTypes } from '../../../contract/contract.ts'

/** A field that an advanced query may name. */
export interface QueriedField extends FieldWords {
  /** `fname`, or `items.famount` for a column of a detail table. */
  path: string
  field: Field
  type: AnyFieldType
  /** The rules that its type can answer, the usual one first. */
  rules: readonly ConditionRule[]
}

export type QueriedFields = ReadonlyMap<string, QueriedField>

interface Env {
  types: FieldTypes
  can(code: string): boolean
}

const queriedAudits = ['createBy', 'createTime', 'updateBy', 'updateTime']

/** The fields by which the user can query a screen or a report, by their paths, in the order of the document. */
export function queriedFields(source: ScreenDocument | ReportDocument, env: Env): QueriedFields {
  const screen = asDocumentWith(source, 'hasTable')
  const isUnmasked = env.can(unmaskCode(source))
  const read = (field: Field, prefix = '', detail?: string): [string, QueriedField][] => {
    const type = env.types.get(field.type)
    const stored = field.persist === false ? null : type?.column(field)
    if (!type || !stored || field.type === 'hidden' || field.writeOnly || field.from) return []
    if (field.access?.read && !env.can(field.access.read)) return []
    const path = prefix + field.key
    const queried = toQueried(path, field, { type, stored, isUnmasked })
    return [[path, detail === undefined ? queried : { ...queried, detail }]]
  }
  // A user who may only pick records cannot query the system columns.
  const audits = screen && env.can(`${getPerm(screen)}:list`) ? queriedAudits : []
  const readableDetails = screen
    ? details(screen).filter((detail) => canReadRows(screen, detail, env.can))
    : []
  return new Map([
    ...source.fields.filter((field) => !isDetail(field)).flatMap((field) => read(field)),
    ...audits.flatMap((key) => auditField(key, env.types) ?? []).flatMap((field) => read(field)),
    ...readableDetails.flatMap((detail) =>
      detail.fields.flatMap((field) => read(field, `${detail.key}.`, getTitle(detail))),
    ),
  ])
}

/** A stored field as conditions name it. */
export const toQueried = (
  path: string,
  field: Field,
  { type, stored, isUnmasked }: { type: AnyFieldType; stored: SqlColumn; isUnmasked: boolean },
): QueriedField => ({
  path,
  title: getTitle(field),
  isDate: ['date', 'timestamp', 'timestamptz'].includes(stored.type),
  field: queryField(field),
  type,
  rules: listRules(field, type, stored, isUnmasked),
})

/** Values that have no query of their own, such as pictures, are asked for their presence only. */
function listRules(
  field: Field,
  type: AnyFieldType,
  stored: SqlColumn,
  isUnmasked: boolean,
): ConditionRule[] {
  const isWhole = ['jsonb', 'bytea'].includes(stored.type)
  const answered = (isWhole ? [] : (type.query?.rules ?? [])).filter((rule) => rule !== 'range')
  if (findMask(field) && !isUnmasked) return [...answered.filter(comparesWholeValues), ...presenceRules]
  const isOrdered = answered.includes('ge') && answered.includes('le')
  return [...answered, ...(isOrdered ? (['between'] as const) : []), ...presenceRules]
}

const canReadRows = (
  screen: ScreenDocument,
  detail: ReturnType<typeof details>[number],
  can: Env['can'],
): boolean => {
  const right = detail.own ? `${permOfDetail(screen, detail)}:list` : `${getPerm(screen)}:detail`
  return detail.persist !== false && (!detail.access?.read || can(detail.access.read)) && can(right)
}

/** The dictionaries whose texts the fields need. */
export const listDictionaries = (fields: QueriedFields): string[] => [
  ...new Set([...fields.values()].flatMap(({ field, type }) => type.needs?.(field) ?? [])),
]

/** The rules in the order in which they are offered. */
export const offeredRules = ({ rules }: QueriedField): ConditionRule[] =>
  conditionRules.filter((rule) => rules.includes(rule))
