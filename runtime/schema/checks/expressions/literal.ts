import { asText, isBlank, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { type FieldValues, type Lookup, valueHalf } from '../../field-value.ts'
import type { KnownNames } from '../../names/known-names.ts'
import type { Field } from '../../types.ts'
import { foreignDefaultFinding } from '../links/foreign.ts'
import { type Finding, type Path, type Report, withoutFix } from '../report.ts'
import { findChoices } from '../values/choices.ts'
import { namedUserKey } from '../values/user-values.ts'

/** The lookup of a check: a dictionary with items of its own is known, any other is not loaded. */
const buildLookup = ({ dicts }: KnownNames): Lookup => ({
  text: (code, value) => dicts.get(code)?.choices?.get(value),
  value: (code, text) => [...(dicts.get(code)?.choices ?? [])].find(([, name]) => name === text)?.[0],
  items: (code) => [...(dicts.get(code)?.choices ?? [])].map(([value, text]) => ({ value, text })),
})

/** Why a field cannot hold a value, by the rules of its type; null when it can. */
export const literalFault = (
  { types, knownNames }: { types: FieldValues; knownNames: KnownNames },
  field: JsonObject,
  value: unknown,
) => {
  const half = types.get(asText(field.type) ?? '')
  if (!half || half.dataType === 'rows') return null
  return half.check(value, field as unknown as Field, buildLookup(knownNames))
}

/** The value that a person means by a text that the field cannot hold, such as the text of a choice; undefined for none. */
export function meantValue(
  { types, knownNames }: { types: FieldValues; knownNames: KnownNames },
  field: JsonObject,
  value: unknown,
): unknown {
  const half = types.get(asText(field.type) ?? '')
  if (!half || half.dataType === 'rows' || typeof value !== 'string') return undefined
  const settings = field as unknown as Field
  const lookup = buildLookup(knownNames)
  const read = half.fromText(value, settings, lookup)
  const meant: unknown = read.ok ? half.toWire(read.value, settings) : undefined
  const isNew = !isBlank(meant) && String(meant) !== value
  return isNew && half.check(meant, settings, lookup) === null ? meant : undefined
}

/** The problem of a text in place of the value that it means. */
export const meantFinding = (path: Path, fault: string, meant: unknown): Finding => ({
  code: 'BAD_VALUE',
  text: `${fault}，请写 ${JSON.stringify(meant)}`,
  fix: [{ op: 'replace', path: pointer(...path), value: meant }],
})

/** Checks that a field can hold a literal value, by the rules of its type. Expressions and empty values are accepted. */
export function checkLiteral(
  context: { types: FieldValues; knownNames: KnownNames; report: Report },
  path: Path,
  field: JsonObject,
  value: unknown,
): void {
  const { knownNames, report } = context
  if (value === undefined || (typeof value === 'string' && value.startsWith('='))) return
  // The name of a value of the user has a problem of its own.
  if (namedUserKey(value) !== undefined) return
  const fault = literalFault(context, field, value)
  const foreign = foreignDefaultFinding(path, value)
  // A text field may hold the word; a system variable is never meant as a text.
  const isVariable = typeof value === 'string' && /^[#{]/.test(value)
  if (foreign && (fault || isVariable)) {
    report(path, foreign)
    return
  }
  if (!fault) return
  const meant = meantValue(context, field, value)
  if (meant !== undefined) {
    const text = fault.code === 'dict' ? `「${String(value)}」是文字，不是存的值` : fault.text
    report(path, meantFinding(path, text, meant))
    return
  }
  const choices = fault.code === 'dict' ? findChoices(field, knownNames) : undefined
  const mistake = `value ${String(value)} of ${String(field.key)}`
  const choice = choices
    ? { word: String(value), words: choices.keys(), fix: 'nearest' as const, mistake }
    : {}
  report(path, { code: 'BAD_VALUE', text: `${fault.text}，请改成这个字段能存的值`, ...choice })
}

/** Reports a name where a field stores a key: that of a person or a department. */
export function checkKey(
  { types, report }: { types: FieldValues; report: Report },
  path: Path,
  field: JsonObject,
  value: unknown,
): void {
  const { keyTitle, usualFor } = valueHalf(types, field) ?? {}
  if (keyTitle === undefined || typeof value !== 'string') return
  const isRealname = usualFor === 'user' && /^=\s*user\.realname\s*$/.test(value)
  const isName =
    !value.startsWith('=') &&
    /[\u4e00-\u9fff]/.test(value) &&
    foreignDefaultFinding(path, value) === undefined
  if (!isRealname && !isName) return
  const remedy = usualFor === 'user' ? '，登录的人请写 "=user.username"' : ''
  const fix = isRealname
    ? [{ op: 'replace' as const, path: pointer(...path), value: '=user.username' }]
    : undefined
  const text = `这里存的是${keyTitle}，「${value}」是名字，请改成${keyTitle}${remedy}`
  report(path, { code: 'BAD_VALUE', text, ...(fix ? { fix } : {}) })
}

/**
 * Checks the condition of a query: a value of the field, or several of a choice with commas between them. Wildcards and
 * limits are no values.
 */
export function checkCondition(
  context: { types: FieldValues; knownNames: KnownNames; report: Report },
  path: Path,
  field: JsonObject,
  value: unknown,
): void {
  const parts = typeof value === 'string' ? value.split(',') : []
  if (parts.length < 2) {
    if (parts.every((part) => !/[*!<>]/.test(part))) checkLiteral(context, path, field, value)
    return
  }
  if (!valueHalf(context.types, field)?.holdsChoices) return
  const meant = parts.map((part) => {
    const isWrong = !/[*!<>]/.test(part) && literalFault(context, field, part) !== null
    return isWrong ? meantValue(context, field, part) : part
  })
  const wrong = parts.find((part, at) => meant[at] !== part)
  if (wrong === undefined) return
  if (meant.includes(undefined))
    checkLiteral({ ...context, report: withoutFix(context.report) }, path, field, wrong)
  else context.report(path, meantFinding(path, `「${wrong}」是文字，不是存的值`, meant.join()))
}
