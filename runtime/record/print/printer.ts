import {
  type Expression,
  evaluate,
  formatValue,
  parseExpression,
  type Scope,
} from '#runtime/kernel/expression.ts'
import { auditField, fieldByKey } from '#runtime/schema/derive.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { isTruthy } from '../checks/conditions.ts'
import type { RecordMove } from '../moves.ts'
import { printValue } from '../print-value.ts'
import { headScope, keySet, type RecordEnv, type Values } from '../scope.ts'
import type { PrintRights, PrintTemplate } from './print-template.ts'
import { writeLines } from './rich-lines.ts'

export interface PrintEnv extends PrintRights {
  lookup: Lookup
  record: RecordEnv
  /** The moves of the record, newest last; absent where they were not read. */
  moves?: readonly RecordMove[]
}

/** The fields, the values and the scope of one record. */
export interface Printer {
  /** The title of the template. */
  title: string
  screen: ScreenDocument
  record: Values
  env: PrintEnv
  scope: Scope
  /** The readable field of a key: of the screen, else of the audit columns. */
  field(key: string): Field | undefined
  /** The text with its placeholders replaced. */
  fill(text: string): string
  /**
   * Whether a condition is met: an absent one is, one over values without the right to read them is not. `row` is that of a
   * detail table.
   */
  isMet(condition: string | undefined, row?: { detail: string; scope: Scope }): boolean
}

export function buildPrinter(
  screen: ScreenDocument,
  { title }: Pick<PrintTemplate, 'title'>,
  record: Values,
  env: PrintEnv,
): Printer {
  const fields = fieldByKey(screen)
  const scope = headScope(record, env.record, keySet(screen.fields, env.types))
  const field = (key: string) => {
    const found = fields.get(key) ?? auditField(key, env.types)
    return found && isReadable(found, env) ? found : undefined
  }
  const fill = (text: string): string =>
    text.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
      const key = inner.trim()
      const found = field(key)
      if (found) return formatText(found, record, env)
      // The value of a field without the right to read it is never printed, whatever the record contains.
      if (fields.has(key)) return ''
      const expression = parseExpression(key)
      return expression.ok && isReadableExpression(expression.value, screen, env)
        ? formatValue(evaluate(expression.value, scope))
        : ''
    })
  const isMet: Printer['isMet'] = (condition, row) => {
    if (condition === undefined) return true
    const expression = parseExpression(condition)
    if (!expression.ok || !isReadableExpression(expression.value, screen, env, row?.detail)) return false
    return isTruthy(condition, row?.scope ?? scope, false)
  }
  return { title, screen, record, env, scope, field, fill, isMet }
}

export const isReadable = (field: Field, { types, can }: PrintRights): boolean =>
  types.has(field.type) &&
  field.writeOnly !== true &&
  (field.access?.read === undefined || can(field.access.read))

/** Whether the user may read all values of an expression, of the head or of a row of `detail`: a sum without one of them would be a wrong sum. */
function isReadableExpression(
  { names }: Expression,
  { fields }: ScreenDocument,
  env: PrintRights,
  detail?: string,
): boolean {
  const hidden = new Set<string>()
  for (const field of fields) {
    if (!isReadable(field, env)) hidden.add(field.key)
    if (isDetail(field))
      for (const inner of field.fields) if (!isReadable(inner, env)) hidden.add(`${field.key}.${inner.key}`)
  }
  return names.every((written) => {
    const name = written.replace(/^form\./, '')
    return ![name, name.split('.')[0] ?? '', `${detail}.${name}`].some((key) => hidden.has(key))
  })
}

/** Whether the first colour of a field whose condition is met is red, the only one that paper has. */
export const isPrintedRed = (
  { colors = [] }: Field,
  { isMet }: Pick<Printer, 'isMet'>,
  row?: Parameters<Printer['isMet']>[1],
): boolean => {
  const first = colors.find(({ when }) => isMet(when, row))
  return first !== undefined && first.row !== true && first.color === 'error'
}

/** A value as text: the translation from the server, else the text of its type. */
export function formatText(field: Field, values: Values, { types, lookup }: PrintEnv): string {
  const type = types.get(field.type)
  if (!type || isDetail(field)) return ''
  const value = type.fromWire(values[field.key], field)
  if (value === null) return ''
  if (type.toPaper) return type.toPaper(value)
  const text = printValue({ field, type }, values, lookup, 'full')
  return type.markup === 'html' ? writeLines(text) : text
}
