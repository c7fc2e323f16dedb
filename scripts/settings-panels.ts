// The settings panels of the field types, derived from what their settings may say and from the words' titles.

import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { JsonSchema } from '#runtime/schema/compose.ts'
import { wordAt } from '#runtime/schema/language/describe.ts'
import { derivePanel, type SettingsPanel } from '#runtime/schema/settings-panel.ts'

/** Words that the panel does not edit: the type is chosen in the palette, columns and buttons on the canvas. */
const elsewhere = new Set(['type', 'fields', 'actions', 'fieldExtendJson'])

const titleOf = (path: readonly string[]) => {
  const word = wordAt(path)
  return word && ([word[0], word[1]] as const)
}

/** By the type's word what it alone may say; under `field` what every field may say. */
export function settingsPanels(schema: JsonSchema, types: readonly string[]): Record<string, SettingsPanel> {
  const defs = isJsonObject(schema.$defs) ? schema.$defs : {}
  const common: JsonObject = {}
  for (const [name, shape] of Object.entries(defs))
    if (name.startsWith('common.')) common[name.slice(7)] = shape
  const panels: Record<string, SettingsPanel> = {
    field: derivePanel(common, new Set(['key']), ['field'], titleOf),
  }
  for (const word of types) {
    const definition = defs[`field.${word}`]
    if (!isJsonObject(definition) || !isJsonObject(definition.properties)) continue
    const own = Object.entries(definition.properties).filter(
      ([key, shape]) =>
        !elsewhere.has(key) && isJsonObject(shape) && !String(shape.$ref).startsWith('#/$defs/common.'),
    )
    const required = new Set(Array.isArray(definition.required) ? definition.required.map(String) : [])
    panels[word] = derivePanel(Object.fromEntries(own), required, ['type', word], titleOf)
  }
  return panels
}
