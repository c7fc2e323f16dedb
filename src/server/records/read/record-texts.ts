import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { type Field, userDict } from '#runtime/schema/types.ts'
import type { DictionaryTexts } from '../dictionary-services.ts'

/** The value of a field as people read it, in a record that has the texts of its dictionary values. */
export function fieldText(field: Field, record: Readonly<JsonObject>): string {
  const type = fieldValues.get(field.type)
  return type ? printValue({ field, type }, record, noLookup, 'full') : ''
}

/** The names of people by their accounts; of accounts that no longer exist there is none. */
export async function namesOfAccounts(
  dictionaries: DictionaryTexts,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  return (await dictionaries.texts(new Map([[userDict, new Set(accounts)]]))).get(userDict) ?? new Map()
}
