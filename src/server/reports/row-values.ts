import type { JsonObject } from '#runtime/kernel/json.ts'

/** A text of a row; '' for a value that is no text. Numbers count as their digits. */
export function readRowText(row: JsonObject, key: string): string {
  const value = row[key]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** A flag of a row, which clients send as 1, '1', 'Y' or true; `missing` stands for an absent one. */
export function readFlag(row: JsonObject, key: string, missing = false): boolean {
  const value = row[key]
  if (value === undefined || value === null || value === '') return missing
  return value === true || value === 1 || value === '1' || value === 'Y'
}

/** A whole number of a row that is not negative; undefined for other values. */
export function readCount(row: JsonObject, key: string): number | undefined {
  const text = readRowText(row, key)
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** The parts of a text between commas. */
export const splitParts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const bit = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0)
export const letter = (isSet: boolean): 'Y' | 'N' => (isSet ? 'Y' : 'N')

/** An object without the properties that are undefined. */
export const withoutUndefined = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
