// The settings panels of the field types, derived from the shapes and the texts of their settings.

import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { textsOf } from '#runtime/schema/language/describe.ts'
import { derivePanel, type SettingsPanel } from '#runtime/schema/settings-panel.ts'
import type { JsonSchema } from '#runtime/schema/shape-builder.ts'

/** Properties that the panel does not edit: the palette chooses the type; the canvas edits columns and buttons. */
const elsewhere = new Set(['type', 'fields', 'actions', 'fieldExtendJson'])

const definitionsOf = (schema: JsonSchema): JsonObject => (isJsonObject(schema.$defs) ? schema.$defs : {})

/** The panel of each type's own settings by its word; under `field` the panel of the properties of every field. */
export function settingsPanels(schema: JsonSchema, types: readonly string[]): Record<string, SettingsPanel> {
  const defs = definitionsOf(schema)
  const common: JsonObject = {}
  for (const [name, shape] of Object.entries(defs))
    if (name.startsWith('common.')) common[name.slice(7)] = shape
  const panels: Record<string, SettingsPanel> = { field: derivePanel(common, new Set(['key'])) }
  for (const word of types) {
    const definition = defs[`field.${word}`]
    if (!isJsonObject(definition) || !isJsonObject(definition.properties)) continue
    const properties = Object.entries(definition.properties).filter(
      ([key, shape]) =>
        !elsewhere.has(key) && isJsonObject(shape) && !String(shape.$ref).startsWith('#/$defs/common.'),
    )
    const required = new Set(Array.isArray(definition.required) ? definition.required.map(String) : [])
    panels[word] = derivePanel(Object.fromEntries(properties), required)
  }
  return panels
}

/** The title and the purpose of each field type by its word. */
export function typeTexts(
  schema: JsonSchema,
  types: readonly string[],
): Record<string, { title: string; purpose: string }> {
  const defs = definitionsOf(schema)
  const entries = types.flatMap((word) => {
    const definition = defs[`field.${word}`]
    const properties =
      isJsonObject(definition) && isJsonObject(definition.properties) && definition.properties
    const texts = properties ? textsOf(properties.type) : undefined
    return texts ? [[word, { title: texts.title, purpose: texts.description }] as const] : []
  })
  return Object.fromEntries(entries)
}
