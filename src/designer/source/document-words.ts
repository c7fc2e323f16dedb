import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { getTexts } from './completions.ts'
import { type Shape, type Step, shapesAt } from './shapes.ts'

/** A word that a document uses, in the words of the language. */
export interface DocumentWord {
  key: string
  title: string
  help?: string
}

/** The words of a document, each once, in the order in which it uses them; what the language does not explain is left out. */
export function documentWords(schema: Shape, document: JsonObject): DocumentWord[] {
  const found = new Map<string, DocumentWord>()
  const walk = (value: unknown, path: readonly Step[]): void => {
    if (Array.isArray(value)) {
      for (const [key, inner] of value.entries()) walk(inner, [...path, { holder: value, key }])
      return
    }
    if (!isJsonObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      const step = [...path, { holder: value, key }]
      const described = shapesAt(schema, step).find(({ description }) => description !== undefined)
      if (described) {
        const { title, help } = getTexts(described)
        const name = `${key} ${title}`
        if (!found.has(name)) found.set(name, { key, title, ...(help && { help }) })
      }
      walk(inner, step)
    }
  }
  walk(document, [])
  return [...found.values()]
}
