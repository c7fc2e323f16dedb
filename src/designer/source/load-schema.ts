import type { JsonObject } from '#runtime/kernel/json.ts'

/** The JSON Schema of documents, as editors of files have it. */
export async function loadSchema(): Promise<JsonObject> {
  const { default: text } = await import('../../../schemas/$meta/document.schema.json?raw')
  return JSON.parse(text) as JsonObject
}
