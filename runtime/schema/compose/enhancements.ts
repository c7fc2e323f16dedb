import {
  asText,
  isJsonObject,
  isSameJson,
  type JsonObject,
  listObjectEntries,
  listObjects,
  listTexts,
} from '#runtime/kernel/json.ts'

/** The properties of a field that depend on other values, in the order in which they are listed. */
export const linkageKeys = ['showIf', 'requireIf', 'disableIf', 'compute'] as const
export type LinkageKey = (typeof linkageKeys)[number]

/** The linkage and the registered checks of one field. */
export interface FieldEnhancement extends Partial<Record<LinkageKey, string>> {
  handlers?: string[]
}

/**
 * What a document adds to the behaviour of a screen, by codes: `hooks` is a list of names, `move.audit` the name of an
 * effect, `field.fname` a `FieldEnhancement`. A code without a value is absent.
 */
export type Enhancements = ReadonlyMap<string, unknown>

export const HOOKS_CODE = 'hooks'
export const moveCode = (code: string): string => `move.${code}`
export const fieldCode = (key: string): string => `field.${key}`

/** How many versions of one code a history keeps. */
export const MAX_VERSIONS = 16

const listRules = (field: JsonObject): JsonObject[] => listObjects(field.validateRules)

export function fieldEnhancement(field: JsonObject): FieldEnhancement {
  const result: FieldEnhancement = {}
  for (const key of linkageKeys) {
    const expression = asText(field[key])
    if (expression !== undefined) result[key] = expression
  }
  const handlers = listRules(field).flatMap(({ handler }) => asText(handler) ?? [])
  return handlers.length > 0 ? { ...result, handlers } : result
}

const listMoves = ({ flow }: JsonObject): JsonObject[] => (isJsonObject(flow) ? listObjects(flow.moves) : [])

/** The enhancements of a written document. */
export function listEnhancements(document: JsonObject): Enhancements {
  const found = new Map<string, unknown>()
  const hooks = listTexts(document.hooks)
  if (hooks.length > 0) found.set(HOOKS_CODE, hooks)
  for (const { code, effect } of listMoves(document))
    if (typeof effect === 'string') found.set(moveCode(String(code)), effect)
  for (const [, field] of listObjectEntries(document.fields)) {
    const value = fieldEnhancement(field)
    if (Object.keys(value).length > 0) found.set(fieldCode(String(field.key)), value)
  }
  return found
}

/** The field with other linkage and checks; its other rules stay. */
export function withFieldEnhancement(field: JsonObject, value: FieldEnhancement): JsonObject {
  const result = { ...field }
  for (const key of linkageKeys) {
    if (value[key] === undefined) delete result[key]
    else result[key] = value[key]
  }
  const { handlers = [] } = value
  const stays = ({ handler }: JsonObject) => handler === undefined || handlers.includes(String(handler))
  const rules = listRules(field).filter(stays)
  const added = handlers.filter((name) => !rules.some(({ handler }) => handler === name))
  const all = [...rules, ...added.map((handler) => ({ handler }))]
  if (all.length > 0) result.validateRules = all
  else delete result.validateRules
  return result
}

/** The document with another value of one code; undefined removes it. */
export function withEnhancement(document: JsonObject, code: string, value: unknown): JsonObject {
  if (code === HOOKS_CODE) {
    const { hooks: _, ...rest } = document
    return Array.isArray(value) && value.length > 0 ? { ...rest, hooks: value } : rest
  }
  const [kind, ...parts] = code.split('.')
  const name = parts.join('.')
  if (kind === 'move' && isJsonObject(document.flow)) {
    const moves = listMoves(document).map((move) => {
      if (move.code !== name) return move
      const { effect: _, ...rest } = move
      return typeof value === 'string' ? { ...rest, effect: value } : rest
    })
    return { ...document, flow: { ...document.flow, moves } }
  }
  const fields = listObjectEntries(document.fields).map(([, field]) =>
    field.key === name ? withFieldEnhancement(field, isJsonObject(value) ? value : {}) : field,
  )
  return { ...document, fields }
}

/** A state of one code in the revisions of a document. */
export interface EnhancementVersion<R> {
  revision: R
  /** Absent: the code had no value. */
  value?: unknown
}

/**
 * The last `MAX_VERSIONS` states of each code, the latest first: those revisions that changed it. `revisions` are in their
 * order, each with its document.
 */
export function enhancementVersions<R>(
  revisions: readonly { revision: R; body: JsonObject }[],
): Map<string, EnhancementVersion<R>[]> {
  const versions = new Map<string, EnhancementVersion<R>[]>()
  for (const { revision, body } of revisions) {
    const values = listEnhancements(body)
    for (const code of new Set([...versions.keys(), ...values.keys()])) {
      const list = versions.get(code) ?? []
      const value = values.get(code)
      if (list.length > 0 && isSameJson(list[0]?.value, value)) continue
      versions.set(
        code,
        [{ revision, ...(value !== undefined && { value }) }, ...list].slice(0, MAX_VERSIONS),
      )
    }
  }
  return versions
}
