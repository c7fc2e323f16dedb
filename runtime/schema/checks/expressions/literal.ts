import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import type { FieldValues, Lookup } from '../../field-value.ts'
import type { KnownNames } from '../../names/known-names.ts'
import type { Field } from '../../types.ts'
import { findChoices } from '../choices.ts'
import { foreignDefaultFinding } from '../links/foreign.ts'
import type { Path, Report } from '../report.ts'

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

/** Checks that a field can hold a literal value, by the rules of its type. Expressions and empty values are accepted. */
export function checkLiteral(
  context: { types: FieldValues; knownNames: KnownNames; report: Report },
  path: Path,
  field: JsonObject,
  value: unknown,
): void {
  const { knownNames, report } = context
  if (value === undefined || (typeof value === 'string' && value.startsWith('='))) return
  const fault = literalFault(context, field, value)
  const foreign = foreignDefaultFinding(path, value)
  // A text field may hold the word; a system variable is never meant as a text.
  const isVariable = typeof value === 'string' && /^[#{]/.test(value)
  if (foreign && (fault || isVariable)) {
    report(path, foreign)
    return
  }
  if (!fault) return
  const choices = fault.code === 'dict' ? findChoices(field, knownNames) : undefined
  const mistake = `value ${String(value)} of ${String(field.key)}`
  const choice = choices
    ? { word: String(value), words: choices.keys(), fix: 'nearest' as const, mistake }
    : {}
  report(path, { code: 'BAD_VALUE', text: `${fault.text}，请改成这个字段能存的值`, ...choice })
}
