// The settings panels of the field types, derived from the shapes and the texts of their settings.

import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { stepHead, stepWords } from '#runtime/schema/kinds/workflow/shape.ts'
import { findTexts } from '#runtime/schema/language/describe.ts'
import type { SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { derivePanel, type PanelParts, panelOfObject } from '#runtime/schema/settings/settings-panel.ts'
import type { JsonSchema } from '#runtime/schema/shape-builder.ts'

/** Properties that the panel of a field does not edit: the palette chooses the type; the list of fields has the columns. */
const elsewhere = new Set(['type', 'fields', 'fieldExtendJson'])

/** Properties of a document that its panel does not edit, because they are fixed. */
export const fixedWords: ReadonlySet<string> = new Set(['$schema', 'version', 'kind', 'id', 'extends'])

/** The property of a block that the palette chooses. */
const blockWords: ReadonlySet<string> = new Set(['type'])

/** The steps inside a branch have panels of their own. */
const flatBranches = (branches: JsonObject): JsonObject => {
  const branch = isJsonObject(branches.items) ? branches.items : {}
  const { steps: _, ...properties } = isJsonObject(branch.properties) ? branch.properties : {}
  return { ...branches, items: { ...branch, properties } }
}

const getDefinitions = (schema: JsonSchema): JsonObject => (isJsonObject(schema.$defs) ? schema.$defs : {})

/**
 * The panel of each type's own settings by its word; under `field` the panel of the properties of every field, under
 * `document.…` those of a document's own properties, under `block.…` and `printBlock.…` those of the blocks,
 * under `step` the words of every step of a workflow, and under `step.…` those of each type of step.
 */
export function settingsPanels(schema: JsonSchema, types: readonly string[]): Record<string, SettingsPanel> {
  const defs = getDefinitions(schema)
  const common: JsonObject = {}
  for (const [name, shape] of Object.entries(defs))
    if (name.startsWith('common.')) common[name.slice(7)] = shape
  const resolve = (reference: string): JsonObject | undefined => {
    const definition = defs[reference.replace('#/$defs/', '')]
    return isJsonObject(definition) ? definition : undefined
  }
  const parts: PanelParts = { types: fieldValues, resolve }
  const buildPanel = (name: string, left: ReadonlySet<string>): SettingsPanel => {
    const shape = resolve(`#/$defs/${name}`) ?? {}
    const properties = Object.entries(isJsonObject(shape.properties) ? shape.properties : {})
    const edited = Object.fromEntries(properties.filter(([key]) => !left.has(key)))
    return panelOfObject({ ...shape, properties: edited }, parts)
  }
  const panels: Record<string, SettingsPanel> = {
    field: derivePanel(common, new Set(['key']), parts),
  }
  for (const { name, settings } of documentKinds) {
    if (!settings) continue
    const left = new Set([...fixedWords, ...settings.without])
    panels[`document.${name}`] = buildPanel(settings.definition ?? `kind.${name}`, left)
  }
  for (const name of Object.keys(defs))
    if (/^(block|printBlock)\./.test(name)) panels[name] = buildPanel(name, blockWords)
  const step = resolve('#/$defs/Step')
  const stepProperties = isJsonObject(step?.properties) ? step.properties : {}
  const stepPanel = (words: readonly string[]): SettingsPanel =>
    derivePanel(
      Object.fromEntries(
        Object.entries(stepProperties).flatMap(([key, shape]) =>
          words.includes(key) && isJsonObject(shape)
            ? [[key, key === 'branches' ? flatBranches(shape) : shape]]
            : [],
        ),
      ),
      new Set(Object.keys(stepHead)),
      parts,
    )
  panels.step = stepPanel([...Object.keys(stepHead), 'type'])
  for (const [type, words] of Object.entries(stepWords)) panels[`step.${type}`] = stepPanel(words)
  for (const word of types) {
    const definition = defs[`field.${word}`]
    if (!isJsonObject(definition) || !isJsonObject(definition.properties)) continue
    const properties = Object.entries(definition.properties).filter(
      ([key, shape]) =>
        !elsewhere.has(key) && isJsonObject(shape) && !String(shape.$ref).startsWith('#/$defs/common.'),
    )
    const required = new Set(Array.isArray(definition.required) ? definition.required.map(String) : [])
    panels[word] = derivePanel(Object.fromEntries(properties), required, parts)
  }
  return panels
}

/** The title and the purpose of each field type by its word. */
export function typeTexts(
  schema: JsonSchema,
  types: readonly string[],
): Record<string, { title: string; purpose: string }> {
  const defs = getDefinitions(schema)
  const entries = types.flatMap((word) => {
    const definition = defs[`field.${word}`]
    const properties =
      isJsonObject(definition) && isJsonObject(definition.properties) && definition.properties
    const texts = properties ? findTexts(properties.type) : undefined
    return texts ? [[word, { title: texts.title, purpose: texts.description }] as const] : []
  })
  return Object.fromEntries(entries)
}
