import { expect, it } from 'vitest'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import type { PanelNode, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { fixedWords } from '../../../scripts/generate/settings-panels.ts'

const schema = composeDescribedSchema(fieldSettings)
const definitions = schema.$defs as Record<string, JsonObject>

/** The paths of all words of a shape; a list or a map adds no step. */
function listWords(reference: JsonObject, path: string[] = []): string[] {
  const shape =
    typeof reference.$ref === 'string'
      ? { ...definitions[reference.$ref.replace('#/$defs/', '')], ...reference }
      : reference
  const inner = [shape.items, ...(Array.isArray(shape.anyOf) ? shape.anyOf : [])].filter(isJsonObject)
  // `x-…` keys are kept and ignored.
  const mapped = isJsonObject(shape.patternProperties) && !shape.properties ? shape.patternProperties : {}
  const properties = isJsonObject(shape.properties) ? shape.properties : {}
  return [
    ...[...inner, ...Object.values(mapped).filter(isJsonObject)].flatMap((part) => listWords(part, path)),
    ...Object.entries(properties).flatMap(([key, part]) =>
      isJsonObject(part) ? [[...path, key].join('.'), ...listWords(part, [...path, key])] : [],
    ),
  ]
}

/** The paths of all words that a panel edits with a control of their own, and of those that it edits as JSON. */
function reached(panel: SettingsPanel, path: string[] = []): { words: string[]; json: string[] } {
  const found = { words: [] as string[], json: [] as string[] }
  const add = ({ words, json }: typeof found) => {
    found.words.push(...words)
    found.json.push(...json)
  }
  for (const { field, shape, node } of panel) {
    const at = [...path, field.key]
    found.words.push(at.join('.'))
    if (shape === 'json') found.json.push(at.join('.'))
    if (shape === 'rows' || shape === 'one')
      for (const { key } of (field.fields ?? []) as JsonObject[]) found.words.push([...at, key].join('.'))
    if (node) add(reachedIn(node, at))
  }
  return found
}

function reachedIn(node: PanelNode, path: string[]): { words: string[]; json: string[] } {
  if (node.kind === 'object') return reached(node.panel, path)
  if (node.kind === 'list' || node.kind === 'map') return reachedIn(node.of, path)
  if (node.kind !== 'choice') return { words: [], json: [] }
  const parts = node.variants.map((variant) => reachedIn(variant.node, path))
  return { words: parts.flatMap(({ words }) => words), json: parts.flatMap(({ json }) => json) }
}

it('a panel reaches each word of a screen, with a control of its own', async () => {
  const { words, json } = reached(await loadPanel('document.screen'))
  const reachable = new Set(words)
  const left = new Set([...fixedWords, 'fields'])
  const expected = listWords(definitions.screen as JsonObject).filter(
    (word) => !left.has(word.split('.')[0] as string),
  )
  expect(expected.length).toBeGreaterThan(100)
  expect(expected.filter((word) => !reachable.has(word))).toEqual([])
  expect(json).toEqual([])
})

const ofPanels = Object.keys(definitions).filter((name) => name.startsWith('block.'))

it.each([['document.panel', 'kind.panel'], ...ofPanels.map((name) => [name, name])])(
  'the panel %s reaches each word of its shape, with a control of its own',
  async (name, definition) => {
    const left = new Set([...fixedWords, 'blocks', 'type'])
    const { words, json } = reached(await loadPanel(name as string))
    const reachable = new Set(words)
    const expected = listWords(definitions[definition as string] as JsonObject).filter(
      (word) => definition !== 'kind.panel' || !left.has(word.split('.')[0] as string),
    )
    const own = definition === 'kind.panel' ? expected : expected.filter((word) => word !== 'type')
    expect(own.length).toBeGreaterThan(3)
    expect(own.filter((word) => !reachable.has(word))).toEqual([])
    expect(json).toEqual([])
  },
)

it('a panel reaches each word that all fields have; only a word of any content is edited as JSON', async () => {
  const { words, json } = reached(await loadPanel('field'))
  const reachable = new Set(words)
  const common = Object.entries(definitions).flatMap(([name, shape]) =>
    name.startsWith('common.') ? [name.slice(7), ...listWords(shape, [name.slice(7)])] : [],
  )
  expect(common.filter((word) => !reachable.has(word))).toEqual([])
  expect(json).toEqual(['supply'])
})

/** Words that stand for another one, or for nothing any more. */
const isReplaced = ({ replacedBy, field }: SettingsPanel[number]): boolean =>
  replacedBy !== undefined || field.title === '旧词'

it.each(['chart', 'description', 'entries', 'links', 'statistic', 'table', 'text'])(
  'no two settings of a block of %s have the same title',
  async (name) => {
    const titles = (await loadPanel(`block.${name}`))
      .filter((word) => !isReplaced(word))
      .map(({ field }) => field.title)
    expect(titles.length).toBe(new Set(titles).size)
  },
)
