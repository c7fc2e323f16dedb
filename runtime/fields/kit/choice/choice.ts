import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { emptyDestinationValues, joinedDestinationValues } from '#runtime/record/paste/destination-values.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { DictItem, FieldValue, Lookup, QueryRule } from '#runtime/schema/field-value.ts'
import type { ChoiceSettings, Mapping } from '#runtime/schema/language/settings.ts'
import type { Field, FieldOf } from '#runtime/schema/types.ts'
import { type Fault, textColumn, textFromWire, wrongShape } from '../text/text-value.ts'

export type ChoiceField = FieldOf<ChoiceSettings>
/** Any field with the settings of choices; those of other types have none. */
export const asChoiceField = (field: Field): ChoiceField => field as ChoiceField
export type ChoiceV = string | number

const textLimit = 100

const isNumeric = (field: ChoiceField): boolean =>
  field.valueType === 'number' ||
  (field.valueType === undefined &&
    (field.options?.length ?? 0) > 0 &&
    field.options?.every((option) => typeof option.value === 'number') === true)

/** The items in order: the options of the field, else the loaded dictionary. */
export function choiceItems(field: ChoiceField, lookup: Lookup): readonly DictItem[] {
  if (!field.options) return field.dictCode ? lookup.items(field.dictCode) : []
  return field.options.map((option) => ({
    value: String(option.value),
    text: option.text ?? option.label ?? option.title ?? String(option.value),
    ...(option.disabled ? { disabled: true } : {}),
    ...(option.values ? { values: option.values } : {}),
  }))
}

/** The values that chosen items write into other fields; no item clears them. */
export function buildFill(
  items: readonly DictItem[],
  { orgFields, destFields }: Partial<Mapping>,
): Readonly<Record<string, unknown>> {
  if (!orgFields || !destFields) return {}
  const records = items.map(({ value, text, values }) => ({ value, text, ...values }))
  const mapping = { orgFields, destFields }
  return records.length > 0 ? joinedDestinationValues(records, mapping) : emptyDestinationValues(mapping)
}

/** The same for values whose items are options or a loaded dictionary; an unloaded dictionary fills nothing. */
export function fillOfValues(values: readonly unknown[], field: ChoiceField, lookup: Lookup) {
  if (!field.destFields) return {}
  const items = choiceItems(field, lookup)
  if (items.length === 0) return {}
  const chosen = new Set(values.map(String))
  return buildFill(
    items.filter((item) => chosen.has(item.value)),
    field,
  )
}

/** A dictionary that depends on the record is loaded by its control; its texts are sent with the records. */
export const choiceDictionaries = ({ dictCode, options, dictWhere }: ChoiceField): string[] =>
  dictCode && !options && !dictWhere ? [dictCode] : []

/** The value of a choice in the type that the field stores. */
export function choiceFromWire(raw: unknown, field: ChoiceField): ChoiceV | null {
  const text = textFromWire(raw)
  if (text === null || !isNumeric(field)) return text
  const number = toBig(text)
  return number === null ? null : toPlain(number)
}

export function choiceText(value: ChoiceV | null, field: ChoiceField, lookup: Lookup): string | undefined {
  if (value === null) return undefined
  const word = String(value)
  if (field.options) return choiceItems(field, lookup).find((item) => item.value === word)?.text
  return field.dictCode ? lookup.text(field.dictCode, word) : undefined
}

const unknownItem = (text: string): Fault => ({ code: 'dict', text: `字典值不存在：${text.slice(0, 40)}` })

/** Rejects values outside the options or the loaded dictionary; an unloaded dictionary rejects nothing. */
export function checkChoice(raw: unknown, field: ChoiceField, lookup: Lookup): Fault | null {
  if (isBlank(raw)) return null
  const text = textFromWire(raw)
  if (text === null) return wrongShape(field)
  const value = choiceFromWire(raw, field)
  if (value === null) return unknownItem(text)
  const items = field.allowInput ? [] : choiceItems(field, lookup)
  if (items.length > 0 && choiceText(value, field, lookup) === undefined) return unknownItem(text)
  const limit = field.length ?? textLimit
  if (text.length > limit) return { code: 'length', text: `${getTitle(field)}不能超过 ${limit} 个字` }
  return null
}

/** The value half of types that select one of options or of a dictionary. */
export function choiceValue<S extends ChoiceSettings = ChoiceSettings>(
  type: string,
  over: Partial<FieldValue<ChoiceV, S>> = {},
): FieldValue<ChoiceV, S> {
  return {
    type,
    empty: null,
    dataType: 'choice',
    needs: choiceDictionaries,
    fromWire: choiceFromWire,
    toWire: (value) => value,
    toText: (value, field, lookup) =>
      choiceText(value, field, lookup) ?? (value === null ? '' : String(value)),
    fromText(text, field, lookup) {
      const word = text.trim()
      if (word === '') return parsed(null)
      const items = choiceItems(field, lookup)
      const named = (name: string) =>
        items.find((item) => item.text === name) ?? items.find((item) => item.value === name)
      // A rate that a spreadsheet shows as 13% is the item 13.
      const found = named(word) ?? named(word.replace(/^([\d.]+)\s*[%％]$/, '$1'))
      const value = choiceFromWire(found?.value ?? word, field)
      const isKnown = found !== undefined || items.length === 0 || field.allowInput === true
      return isKnown && value !== null ? parsed(value) : refused(unknownItem(word).text)
    },
    check: checkChoice,
    toNumber: (value) => (typeof value === 'number' ? value : null),
    column: (field) => {
      if (field.store === 'int') return { type: 'integer' }
      return isNumeric(field) ? { type: 'numeric' } : textColumn(field, textLimit)
    },
    query: { rules: ['eq', 'in', 'ne'] },
    ...over,
  }
}

/** The value half of types whose dictionary is too long to load: the text is sent with the record. */
export const codeValue = <S extends Required<Pick<ChoiceSettings, 'dictCode'>>>(
  type: string,
  rules: readonly QueryRule[],
): FieldValue<string, S> => ({
  type,
  empty: null,
  dataType: 'choice',
  canGroup: true,
  fromWire: textFromWire,
  toWire: (value) => value,
  toText: (value, field, lookup) => choiceText(value, field, lookup) ?? value ?? '',
  fromText(text, field, lookup) {
    const word = text.trim()
    if (word === '') return parsed(null)
    const code = lookup.value(field.dictCode, word) ?? word
    const fault = checkChoice(code, field, lookup)
    return fault ? refused(fault.text) : parsed(code)
  },
  check: checkChoice,
  column: (field) => textColumn(field, textLimit),
  query: { rules },
})
