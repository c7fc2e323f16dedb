import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import type { FieldValue, Lookup } from '#runtime/schema/field-value.ts'
import type { ChoiceSettings } from '#runtime/schema/language/settings.ts'
import { joinValues, splitValues } from '../joined-values.ts'
import { checkText, textColumn, textFromWire, wrongShape } from '../text/text-value.ts'
import { type ChoiceField, checkChoice, choiceDictionaries, choiceItems, choiceText } from './choice.ts'

const limit = 1000

/** A list of values, joined or not, in the stored format. */
function readValues(raw: unknown): string | null {
  const list = Array.isArray(raw) ? raw : [raw]
  return joinValues(list.flatMap((member) => textFromWire(member) ?? []))
}

/** The texts of the values; an unknown value is its own text. */
export const valueTexts = (value: string | null, field: ChoiceField, lookup: Lookup): string[] =>
  splitValues(value).map((member) => choiceText(member, field, lookup) ?? member)

/** The value half of types that select several values of options or of a dictionary, joined by commas. */
export const multiValue = (type: string): FieldValue<string, ChoiceSettings> => ({
  type,
  empty: null,
  dataType: 'choice',
  readsAs: () => ({ is: 'several' }),
  needs: choiceDictionaries,
  fromWire: readValues,
  toWire: (value) => value,
  toText: (value, field, lookup) => valueTexts(value, field, lookup).join(','),
  fromText(text, field, lookup) {
    const items = choiceItems(field, lookup)
    const values: string[] = []
    for (const word of text.split(/[,，、;；\n]/).flatMap((part) => part.trim() || [])) {
      const found = items.find((item) => item.text === word) ?? items.find((item) => item.value === word)
      if (!found && items.length > 0) return refused(`字典值不存在：${word.slice(0, 40)}`)
      // A dictionary that is never loaded completely may contain single texts.
      values.push(found?.value ?? lookup.value(field.dictCode ?? '', word) ?? word)
    }
    return parsed(joinValues(values))
  },
  check(raw, field, lookup) {
    if (isBlank(raw)) return null
    const text = readValues(raw)
    if (text === null) return Array.isArray(raw) && raw.length === 0 ? null : wrongShape(field)
    for (const member of splitValues(text)) {
      const fault = checkChoice(member, field, lookup)
      if (fault && fault.code !== 'length') return fault
    }
    return checkText(text, field, field.length ?? limit)
  },
  column: (field) => textColumn(field, limit),
  query: { rules: ['like', 'eq', 'ne'] },
})
