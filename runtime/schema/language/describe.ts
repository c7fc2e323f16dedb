import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { JsonSchema } from '../compose.ts'
import { actionWords, documentWords, sourceWords } from './words/documents.ts'
import { fieldWords, typeWords } from './words/fields.ts'
import { otherWords, screenWords } from './words/screens.ts'
import { typeNames } from './words/types.ts'
import type { KeywordDoc, Words } from './words/words.ts'

/** The one place where the language's words are explained: hover texts, settings panels and README come from here. */
const words: Words = {
  ...fieldWords,
  ...typeWords,
  ...typeNames,
  ...documentWords,
  ...actionWords,
  ...sourceWords,
  ...screenWords,
  ...otherWords,
}

/** The word at a place, the nearest way it is explained: `screen.menu.icon`, else `menu.icon`, else `icon`. */
export function wordAt(path: readonly string[]): KeywordDoc | undefined {
  for (let start = 0; start < path.length; start += 1) {
    const word = words[path.slice(start).join('.')]
    if (word) return word
  }
  return undefined
}

/** Where a definition of the schema stands in the language. */
function placeOf(definition: string): string[] {
  const [group = '', word = ''] = definition.split('.')
  if (group === 'common') return ['field', word]
  if (group === 'field') return word === '' ? ['field'] : ['type', word]
  if (group === 'kind') return [word]
  // An overlay says what a screen says; blocks are alike but for their own keys.
  if (group === 'overlay') return [word === 'field' ? 'field' : 'screen']
  if (group === 'block') return ['block']
  return word === '' ? [group.toLowerCase()] : [group, word]
}

/** Buttons say the same wherever they stand. */
const inside = (path: readonly string[], key: string): string[] =>
  path.at(-2) === 'actions' ? ['action', key] : [...path, key]

/** Visits every word that a document may write, with its place. Words that stand in a common definition come from there. */
export function eachWord(schema: JsonSchema, visit: (path: string[], shape: JsonObject) => void): void {
  const walk = (node: unknown, path: readonly string[]): void => {
    if (Array.isArray(node)) {
      for (const member of node) walk(member, path)
      return
    }
    if (!isJsonObject(node)) return
    for (const [name, inner] of Object.entries(node)) {
      if (name !== 'properties' || !isJsonObject(inner)) {
        if (name !== 'enum' && name !== 'required') walk(inner, path)
        continue
      }
      for (const [key, shape] of Object.entries(inner)) {
        const at = inside(path, key)
        if (!isJsonObject(shape)) continue
        if (!(typeof shape.$ref === 'string' && shape.$ref.startsWith('#/$defs/common.'))) visit(at, shape)
        walk(shape, at)
      }
    }
  }
  for (const [name, definition] of Object.entries(isJsonObject(schema.$defs) ? schema.$defs : {})) {
    const place = placeOf(name)
    if (name.startsWith('common.') && isJsonObject(definition)) visit(place, definition)
    walk(definition, place)
  }
}

/** What an editor puts in when the word is chosen; only for values with a shape. */
const snippetOf = (example: string): JsonObject | undefined =>
  example.startsWith('{') || example.startsWith('[')
    ? { label: example, body: JSON.parse(example) }
    : undefined

/**
 * The schema as editors read it: every word with its hover text, values with a shape with a snippet. The check of
 * documents uses the bare schema, and the browser neither.
 */
export function describeSchema(bare: JsonSchema): JsonSchema {
  const schema = structuredClone(bare)
  eachWord(schema, (path, shape) => {
    const word = wordAt(path)
    if (!word) return
    const [title, text, example] = word
    shape.description = `${title}：${text}`
    if (example === undefined) return
    shape.markdownDescription = `**${title}**：${text}\n\n\`"${path.at(-1)}": ${example}\``
    const snippet = snippetOf(example)
    if (snippet) shape.defaultSnippets = [snippet]
  })
  return schema
}
