import { toPlain } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { type FieldValues, noLookup } from '#runtime/schema/field-value.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { envScope, headScope, keySet, type RecordEnv, type Values } from '../scope.ts'
import { readsOfDefault } from './formulas.ts'

/** The checked value of a check box (`customValue`: the pair of its values, checked first). */
const checkedValue = ({ defaultChecked, customValue }: Field): unknown =>
  defaultChecked !== true ? undefined : Array.isArray(customValue) ? customValue[0] : true

/** A default as a wire value: a literal, or the result of `=expression`; undefined if the field has none. */
export function computeDefault(field: Field, scope: Scope): unknown {
  const written = field.defaultValue ?? checkedValue(field)
  if (typeof written !== 'string' || !written.startsWith('=')) return written
  const read = parseExpression(written.slice(1))
  if (!read.ok) return undefined
  const value = evaluate(read.value, scope)
  return typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? undefined
      : toPlain(value)
    : value
}

/** Whether a roll-up over no record is 0; a greatest or least value is blank then. */
const isCounted = ({ how }: NonNullable<Field['rollup']>): boolean => how === 'count' || how === 'sum'

function fill(
  fields: readonly Field[],
  into: Record<string, unknown>,
  scope: Scope,
  env: RecordEnv,
  typed: Values,
) {
  for (const field of fields) {
    if (isDetail(field) || (field.modes && !field.modes.includes(env.mode))) continue
    const value = computeDefault(field, scope)
    if (value !== undefined && value !== null) into[field.key] = value
  }
  // A choice brings its values unless another one is chosen; a default of their own counts more.
  const brought = fields
    .filter(({ key }) => !Object.hasOwn(typed, key) || typed[key] === into[key])
    .flatMap((field) => listBrought(field, into, env))
  for (const [key, value] of brought) if (!Object.hasOwn(into, key) && value !== null) into[key] = value
  for (const { key, rollup } of fields) if (rollup && isCounted(rollup)) into[key] = 0
}

/** The values that the default of a choice writes into other fields. */
function listBrought(field: Field, record: Values, { types, lookup }: RecordEnv): [string, unknown][] {
  const type = types?.get(field.type)
  if (!type?.fill || !Object.hasOwn(record, field.key)) return []
  const value = type.fromWire(record[field.key], field)
  return Object.entries(type.fill(value, field, { ...noLookup, ...lookup }))
}

/**
 * The record of a new form: defaults that read no other field with the values that they bring, each detail table an empty
 * list. `computeAll` sets the defaults that follow other fields; `typed` are values that replace defaults.
 */
export function newRecord(
  screen: ScreenDocument,
  env: RecordEnv,
  typed: Values = {},
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const plain = screen.fields.filter((field) => !readsOfDefault(field, { screen, detail: null }))
  fill(plain, record, envScope(env), env, typed)
  for (const field of screen.fields) if (isDetail(field)) record[field.key] = []
  return record
}

/**
 * The defaults of a new detail row, without id: those that read no field, and with the computed head that it belongs to
 * those that read its fields. `computeAll` and the record model set the others.
 */
export function newRow(
  screen: ScreenDocument,
  detail: DetailField,
  env: RecordEnv,
  from?: { head: Values; types: FieldValues },
  typed: Values = {},
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const headKeys = new Set(screen.fields.flatMap((field) => (isDetail(field) ? [] : field.key)))
  const isReady = (field: Field) => {
    const reads = readsOfDefault(field, { screen, detail })
    return !reads || (from && reads.sameRow.length === 0 && reads.others.every((key) => headKeys.has(key)))
  }
  const scope = from ? headScope(from.head, env, keySet(screen.fields, from.types)) : envScope(env)
  fill(detail.fields.filter(isReady), row, scope, env, typed)
  return row
}
