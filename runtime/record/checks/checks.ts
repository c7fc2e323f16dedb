import { toBig } from '#runtime/kernel/decimal.ts'
import { isDividedByZero, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { findMask, isMaskedText } from '#runtime/kernel/text/mask.ts'
import { checkRules, type RuleEnv } from '#runtime/rules/run.ts'
import { blockingRules } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValues, Lookup } from '#runtime/schema/field-value.ts'
import { type Field, isDetail, type ValidateRule } from '#runtime/schema/types.ts'
import type { RecordEnv } from '../scope.ts'
import { allowedOptions, isDisabled, isEditable, isShown, isTruthy } from './conditions.ts'

/** Input of validation besides the values. `can` decides a permission code; without it every field is editable. */
export interface CheckOptions {
  types: FieldValues
  lookup: Lookup
  env: RecordEnv
  compilePattern?: RuleEnv['compilePattern']
  can?(code: string): boolean
}

export interface CellFault {
  code: string
  text: string
}

/** Cached results of single values: the units, dates and rates of ten thousand rows are few different values. */
export type CheckedValues = Map<unknown, CellFault | null>
/** A column with more different values than this is not cached: the lookup would cost more than the check. */
const MAX_CACHED = 1000

/** The checks of one field, compiled once and run for many values. */
export interface FieldCheck {
  field: Field
  type: AnyFieldValue
  /** Values must differ within the rows (details). */
  unique: boolean
  /**
   * Null = valid. Hidden fields and fields that the user may not edit are valid; computed ones as long as they fit their columns. `cache` holds the results of
   * other values of the column in one pass over all rows; dictionaries may load later, so it is not kept longer.
   */
  run(
    value: unknown,
    scope: Scope,
    countInColumn?: (value: unknown) => number,
    cache?: CheckedValues,
  ): CellFault | null
  /** The value as compared for uniqueness; null for an empty value. */
  normal(value: unknown): string | null
}

/** The entries of a choice that are not allowed here, as text; several are joined by commas. */
function notAllowed(field: Field, value: unknown, scope: Scope): string | null {
  const allowed = allowedOptions(field, scope)
  if (!allowed) return null
  const wrong = String(value)
    .split(',')
    .filter((entry) => !allowed.has(entry.trim()))
  return wrong.length > 0 ? wrong.join(',') : null
}

const withRequired = (rules: readonly ValidateRule[]): ValidateRule[] =>
  rules.some((rule) => rule.required) ? [...rules] : [{ required: true }, ...rules]
const withoutRequired = (rules: readonly ValidateRule[]): ValidateRule[] =>
  rules
    .map(({ required: _required, ...rule }) => rule)
    .filter((rule) => Object.keys(rule).some((key) => key !== 'message'))

/** The checks of a list of fields in this mode; fields without checks are left out. */
export function compileChecks(fields: readonly Field[], options: CheckOptions): FieldCheck[] {
  const checks: FieldCheck[] = []
  for (const field of fields) {
    const type = options.types.get(field.type)
    if (!type || type.dataType === 'rows') continue
    const isAsked = (!field.modes || field.modes.includes(options.env.mode)) && isEditable(field, options.can)
    if (isAsked || isStoredFormula(field)) checks.push(compileCheck(field, type, options, isAsked, fields))
  }
  return checks
}

/** Faults by which a value does not fit its column. */
const overflows: ReadonlySet<string> = new Set(['length', 'precision'])

const isStoredFormula = (field: Field): boolean => field.compute !== undefined && field.persist !== false

/** The remedy for the fault of a computed value: the values that it is computed from, as far as the user may read them. */
function formulaRemedy(formula: string, fields: readonly Field[], can: CheckOptions['can']): string {
  const read = parseExpression(formula)
  const titles = (read.ok ? read.value.names : []).flatMap((name) => {
    const path = name.split('.').filter((word) => word !== 'form' && word !== 'row')
    const source = fields.find(({ key }) => key === path[0])
    const column = source && isDetail(source) ? source.fields.find(({ key }) => key === path[1]) : source
    const isReadable = !column?.access?.read || !can || can(column.access.read)
    return column && isReadable ? [`「${column.title ?? column.key}」`] : []
  })
  return titles.length > 0
    ? `。它由${[...new Set(titles)].join('')}算出，请改这些值`
    : '。它由公式算出，请改公式取自的值'
}

/** The fault of a field whose value is the result of a formula that divides by zero here. */
export function divisionFault(
  { key, title = key }: Pick<Field, 'key' | 'title'>,
  formula: string,
  scope: Scope,
  fields: readonly Field[],
  can?: CheckOptions['can'],
): CellFault | null {
  const read = parseExpression(formula)
  if (!read.ok || !isDividedByZero(read.value, scope)) return null
  return { code: 'division', text: `除数是 0，${title}算不出来${formulaRemedy(formula, fields, can)}` }
}

/** `isAsked`: the user fills the field in this mode; of any other field only the computed value must fit its column. */
function compileCheck(
  field: Field,
  type: AnyFieldValue,
  { lookup, compilePattern, can }: CheckOptions,
  isAsked: boolean,
  fields: readonly Field[],
): FieldCheck {
  const declared = blockingRules(field)
  // The server assigns numbers after validation, so an `auto` field may still be empty.
  const optional = withoutRequired(declared)
  const usual = field.auto === undefined ? [...declared] : optional
  const demanded = withRequired(declared)
  const title = field.title ?? field.key

  const isNarrowed = field.computedOptions !== undefined
  const printed = (values: string) =>
    type.toText(type.fromWire(values, field), field, lookup, 'full') || values
  const isAlwaysShown = field.showIf === undefined
  const isMasked = findMask(field) !== undefined
  const isComputed = isStoredFormula(field)
  const formula = field.compute ?? ''
  const isDividing = /[/%]/.test(formula)
  const isAlwaysUsual = [field.disableIf, field.disabledkey, field.requireIf].every(
    (setting) => setting === undefined,
  )
  const rulesIn = (scope: Scope): ValidateRule[] => {
    if (isAlwaysUsual) return usual
    if (isDisabled(field, scope)) return optional
    return isTruthy(field.requireIf, scope, false) ? demanded : usual
  }

  const validateValue = (value: unknown, scope: Scope, countInColumn?: (value: unknown) => number) => {
    const isChecked = isAsked && (isAlwaysShown || isShown(field, scope))
    if (!isChecked && !isComputed) return null
    // The server has the value behind a masked text, and refuses any masked text that it has not sent.
    if (isMasked && isMaskedText(value)) return null
    const division =
      isDividing && isChecked && isEmpty(value) && divisionFault(field, formula, scope, fields, can)
    if (division) return division
    const fault = isEmpty(value) ? null : type.check(value, field, lookup)
    if (fault && isComputed && (isChecked || overflows.has(fault.code)))
      return { ...fault, text: fault.text + formulaRemedy(formula, fields, can) }
    if (!isChecked) return null
    if (fault) return fault
    if (isNarrowed && !isEmpty(value)) {
      const wrong = notAllowed(field, value, scope)
      if (wrong !== null) return { code: 'option', text: `${title}不能选「${printed(wrong)}」` }
    }
    const rules = rulesIn(scope)
    if (rules.length === 0) return null
    const env: RuleEnv = { scope }
    if (countInColumn) env.countInColumn = countInColumn
    if (compilePattern) env.compilePattern = compilePattern
    const text = checkRules(value, rules, title, env)
    return text === null ? null : { code: 'rule', text }
  }
  /** The result depends on the value only. */
  const isAlone =
    isAlwaysShown &&
    isAlwaysUsual &&
    !isNarrowed &&
    declared.every(({ unique, check }) => !unique && check === undefined) &&
    !isDividing
  const run: FieldCheck['run'] = (value, scope, countInColumn, cache) => {
    if (!isAlone || !cache || cache.size === MAX_CACHED) return validateValue(value, scope, countInColumn)
    const before = cache.get(value)
    if (before !== undefined) return before
    const fault = validateValue(value, scope, countInColumn)
    cache.set(value, fault)
    return fault
  }

  const normal = (value: unknown): string | null => {
    if (isEmpty(value)) return null
    const number = type.toNumber ? toBig(value) : null
    if (number) return number.toFixed()
    return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
  }
  const unique = isAsked && declared.some((rule) => rule.unique === true)
  return { field, type, unique, run, normal }
}
