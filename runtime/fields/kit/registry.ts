import { isOwnColumn } from '#runtime/kernel/text/names.ts'

/**
 * An immutable map of types by name. A name that is registered twice, that differs from the name of its type, or that
 * a detail table uses for a column of its own, is a programming error and stops the start.
 */
export function createRegistry<T extends { readonly type: string }>(
  entries: Readonly<Record<string, T>>,
): ReadonlyMap<string, T> {
  const registry = new Map<string, T>()
  for (const [word, type] of Object.entries(entries)) {
    if (registry.has(type.type)) throw new Error(`field type ${type.type} is registered twice`)
    if (word !== type.type) throw new Error(`field type ${type.type} is registered as ${word}`)
    if (isOwnColumn(word)) throw new Error(`field type ${word} bears the name of a column that tables draw`)
    registry.set(word, type)
  }
  return Object.freeze(
    Object.assign(registry, { set: refuse, delete: refuse, clear: refuse }),
  ) as ReadonlyMap<string, T>
}

const refuse = (): never => {
  throw new Error('the registry of field types is closed')
}
