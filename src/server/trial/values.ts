import { fieldValues } from '#runtime/fields/values.ts'
import type { DictItem, Lookup } from '#runtime/schema/field-value.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'

/** The dictionaries of the server on trial. */
export interface TrialDictionaries {
  items(
    code: string,
    query?: { limit?: number; onlyEnabled?: boolean },
  ): Promise<readonly Omit<DictItem, 'value'>[]>
}

/**
 * Texts that people write, from which the values of a field are tried: those of its type and its rules are found among
 * them, the usual ones first.
 */
const writtenTexts = [
  ...['1', '2', '10', '100', '1000', '0', '50', '0.5', '-1'],
  ...['2026-03-05', '2026-03-05 08:30:00', '2030-01-31', '2020-06-15 17:00:00', '08:30:00', '17:00:00'],
  ...['2026-03', '2026', 'Y', 'N', '330106', '0 0 2 * * ? *', 'trial@example.org', 'https://example.org/a'],
  ...['13800138000', '310000', '330106199003074493', '9787101003048', '91330100799655058B', '0571-88888888'],
  ...['abc123', 'Abc12345!', 'ABC', 'abc', '甲', '甲乙丙', '/home', 'yyyyMMdd', 'temp/trial.png'],
  ...['[{"digits":"*","pattern":"^[0-9]+$","message":"只能填写数字"}]', '{}'],
]

const ITEMS = 3

async function readItems(field: Field, dictionaries: TrialDictionaries): Promise<DictItem[]> {
  const code = fieldValues.get(field.type)?.dict?.(field) ?? field.dictCode
  if (Array.isArray(field.options))
    return field.options.map(({ value, text, label, title }) => ({
      value: String(value),
      text: String(text ?? label ?? title ?? value),
    }))
  if (typeof code !== 'string') return []
  const found = (await dictionaries.items(code, { limit: ITEMS, onlyEnabled: true })) as DictItem[]
  return found.slice(0, ITEMS).map(({ value, text }) => ({ value: String(value), text }))
}

const buildLookup = (items: readonly DictItem[]): Lookup => ({
  text: (_code, value) => items.find((item) => item.value === value)?.text,
  value: (_code, text) => items.find((item) => item.text === text)?.value,
  items: () => items,
})

/** Values that a field of the type may hold, the likeliest first; none for a field without a value of its own. */
export async function listCandidates(
  field: Field,
  dictionaries: TrialDictionaries,
  seed: number,
): Promise<unknown[]> {
  const type = fieldValues.get(field.type)
  if (!type || isDetail(field)) return []
  const items = await readItems(field, dictionaries)
  const lookup = buildLookup(items)
  // A text of its own for each record keeps a rule that no value repeats.
  const words = type.dataType === 'text' ? [`${field.title ?? field.key}${seed}`, `A${seed}`] : []
  const numbers = type.dataType === 'number' ? [String(1 + (seed % 9))] : []
  const chosen = items.map(({ value }) => value)
  const fromItems = chosen.length > 0 || Array.isArray(field.options) || field.dictCode !== undefined
  const texts = fromItems ? items.map(({ text }) => text) : [...words, ...numbers, ...writtenTexts]
  const read = texts.flatMap((text) => {
    const parsed = type.fromText(text, field, lookup)
    return parsed.ok && parsed.value !== null ? [type.toWire(parsed.value, field)] : []
  })
  const all = [...read, ...(fromItems ? chosen : [])].filter(
    (value) => value !== null && value !== '' && type.check(value, field, lookup) === null,
  )
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()]
}
