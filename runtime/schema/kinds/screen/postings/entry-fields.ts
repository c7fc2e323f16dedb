import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'

/** The fields that every entry of a ledger has. */
const entryFields: readonly JsonObject[] = [
  { key: 'entryDate', title: '日期', type: 'date', width: 110, query: 'range', isOrder: true },
  { key: 'source', title: '单据', type: 'input', width: 180, length: 160 },
  { key: 'sourceRow', type: 'hidden' },
  { key: 'reverses', type: 'hidden' },
  { key: 'adjusts', type: 'hidden' },
  { key: 'costed', type: 'hidden' },
]

/** The screen of the entries of a ledger with the fields that the ledger makes, behind those that it declares. */
export function withEntryFields(screen: JsonObject): JsonObject {
  const { table, fields } = screen
  if (!isJsonObject(table) || !table.entries || !Array.isArray(fields)) return screen
  const taken = new Set(listObjects(fields).map(({ key }) => asText(key)))
  const made = entryFields.filter(({ key }) => !taken.has(asText(key)))
  return {
    ...screen,
    table: { ...table, derived: true, refersTo: 'source' },
    fields: [...(fields as unknown[]), ...made],
  }
}
