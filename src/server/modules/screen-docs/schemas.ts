import { isBlank, type JsonObject } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { DetailResource } from '../../records/resource.ts'

type Can = (code: string) => boolean

/** The JSON of a stored value, by the type of its column. */
function describeType(type: SqlColumn): JsonObject {
  switch (type.type) {
    case 'varchar':
      return { type: ['string', 'null'], maxLength: type.length }
    case 'integer':
      return { type: ['integer', 'string', 'null'] }
    case 'numeric':
    case 'bigint':
    case 'double precision':
      return { type: ['number', 'string', 'null'] }
    case 'boolean':
      return { type: ['boolean', 'null'] }
    case 'jsonb':
      return {}
    default:
      return { type: ['string', 'null'] }
  }
}

const formats: Partial<Record<SqlColumn['type'], string>> = {
  date: '日期，如 2026-11-29',
  timestamp: '日期时间，如 2026-11-29 08:00:00',
  time: '时间，如 08:00:00',
}

/** The choices of a field as a text: values of old records may be others. */
const describeOptions = ({ options }: Field): string =>
  Array.isArray(options)
    ? options
        .map((option) => (typeof option === 'object' ? `${option.value} ${option.text}` : String(option)))
        .join('、')
    : ''

/** One value of a record. */
export function describeColumn({ field, type, dictCode }: Column): JsonObject {
  const parts = [
    formats[type.type],
    field ? describeOptions(field) : '',
    dictCode === null ? '' : `字典 ${dictCode}`,
    field && typeof field.help === 'string' ? field.help : '',
  ]
  const description = parts.filter((part) => !isBlank(part)).join('；')
  return {
    ...describeType(type),
    ...(field && { title: getTitle(field) }),
    ...(description !== '' && { description }),
  }
}

const isRequired = ({ validateRules, defaultValue }: Field): boolean =>
  defaultValue === undefined &&
  (validateRules ?? []).some((rule) => 'required' in rule && rule.required === true)

/** Whether clients send the value: not computed, not numbered, not changed by moves alone. */
const isSent = ({ field }: Column, state: string | undefined): boolean =>
  field !== null && field.compute === undefined && field.form !== false && field.key !== state

interface Described {
  columns: readonly Column[]
  details: readonly DetailResource[]
  /** The field of the flow, which moves change. */
  state: string | undefined
  can: Can
}

/** A record as it is answered. */
export function describeRecord({ columns, details, can }: Described): JsonObject {
  const texts = columns.filter(({ dictCode }) => dictCode !== null)
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(columns.map((column) => [column.key, describeColumn(column)])),
      ...Object.fromEntries(
        texts.map(({ key, field }) => [
          `${key}_dictText`,
          { type: ['string', 'null'], title: `${field ? getTitle(field) : key}的文字` },
        ]),
      ),
      ...Object.fromEntries(details.map((detail) => [detail.key, describeRows(detail, can, false)])),
    },
    required: ['id'],
  }
}

/** The body of an add or an edit. */
export function describeBody({ columns, details, state, can }: Described, verb: 'add' | 'edit'): JsonObject {
  const sent = columns.filter((column) => isSent(column, state))
  const required = sent.flatMap(({ key, field }) => (field && isRequired(field) ? [key] : []))
  const isEdit = verb === 'edit'
  return {
    type: 'object',
    properties: {
      ...(isEdit && {
        id: { type: 'string' },
        rev: { type: 'integer', description: '读到的版本；记录已被别人改过时拒绝' },
      }),
      ...Object.fromEntries(sent.map((column) => [column.key, describeColumn(column)])),
      ...Object.fromEntries(details.map((detail) => [detail.key, describeRows(detail, can, true)])),
    },
    ...((isEdit || required.length > 0) && { required: isEdit ? ['id'] : required }),
    additionalProperties: false,
  }
}

/** The rows of a detail. */
function describeRows({ columns, field }: DetailResource, can: Can, isBody: boolean): JsonObject {
  const visible = [...columns.values()].filter(
    (column) => !column.field?.access?.read || can(column.field.access.read),
  )
  const listed = isBody
    ? visible.filter((column) => column.key === 'id' || isSent(column, undefined))
    : visible.filter((column) => column.field !== null || column.key === 'id')
  return {
    type: ['array', 'null'],
    title: getTitle(field),
    items: {
      type: 'object',
      properties: Object.fromEntries(listed.map((column) => [column.key, describeColumn(column)])),
    },
  }
}
