import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { DictionaryTexts } from '../dictionary-services.ts'

/** A database row in wire format: keys of the document, values by their types. */
export function toWire(row: JsonObject, columns: Iterable<Column>): JsonObject {
  const record: JsonObject = {}
  for (const column of columns) record[column.key] = column.fromDb(row[column.name])
  return record
}

const splitParts = (value: unknown): string[] =>
  value === null || value === undefined || value === '' ? [] : String(value).split(',')

/** Adds `<key>_dictText` beside every dictionary value; several values yield several texts, unknown ones null. */
export async function addTexts(
  records: readonly JsonObject[],
  columns: Iterable<Pick<Column, 'key' | 'dictCode'>>,
  dictionaries: DictionaryTexts,
): Promise<void> {
  const bound = [...columns].filter((column) => column.dictCode !== null)
  const valuesByCode = new Map<string, Set<string>>()
  for (const { key, dictCode } of bound) {
    const values = valuesByCode.get(dictCode as string) ?? new Set()
    valuesByCode.set(dictCode as string, values)
    for (const record of records) for (const part of splitParts(record[key])) values.add(part)
  }
  for (const [code, values] of valuesByCode) if (values.size === 0) valuesByCode.delete(code)
  if (valuesByCode.size === 0) return
  const texts = await dictionaries.texts(valuesByCode)
  for (const { key, dictCode } of bound) {
    const dictTexts = texts.get(dictCode as string)
    for (const record of records) {
      const partTexts = splitParts(record[key]).map((part) => dictTexts?.get(part))
      if (partTexts.length > 0)
        record[`${key}_dictText`] = partTexts.every((text) => text === undefined)
          ? null
          : partTexts.map((text) => text ?? '').join(',')
    }
  }
}
