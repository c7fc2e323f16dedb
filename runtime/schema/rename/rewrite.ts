import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Path, Span } from '../checks/report.ts'

/** A name to replace: at a path, the whole text there or a part of it, or a part of the last key of the path. */
export interface Replacement {
  path: Path
  span: Span | undefined
  to: string
}

/** The document with other names; everything else stays as it is, the order of keys too. */
export function replaceNames(document: JsonObject, replacements: readonly Replacement[]): JsonObject {
  return rewrite(document, replacements) as JsonObject
}

/** One level: the replacements in the value itself have no path left, those of keys have one step. */
function rewrite(value: unknown, replacements: readonly Replacement[]): unknown {
  if (replacements.length === 0) return value
  if (typeof value === 'string') return replaceText(value, replacements)
  if (Array.isArray(value)) return value.map((member, at) => rewrite(member, below(replacements, at)))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const keyed = replacements.filter(({ path, span }) => span?.in === 'key' && path.length === 1)
      const name = replaceText(
        key,
        keyed.filter(({ path }) => path[0] === key),
      )
      return [name, rewrite(member, below(replacements, key))]
    }),
  )
}

const below = (replacements: readonly Replacement[], key: string | number): Replacement[] =>
  replacements.flatMap(({ path: [first, ...path], span, to }) =>
    first === key && !(span?.in === 'key' && path.length === 0) ? [{ path, span, to }] : [],
  )

/** The last parts first, so that the places of the others stay. */
function replaceText(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .map(({ span, to }) => ({ from: span?.from ?? 0, end: span?.to ?? text.length, to }))
    .sort((a, b) => b.from - a.from)
    .reduce((rest, { from, end, to }) => rest.slice(0, from) + to + rest.slice(end), text)
}
