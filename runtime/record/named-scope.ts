import type { Scope } from '#runtime/kernel/expression.ts'
import { dig, type LevelKeys } from './scope.ts'

/** A scope with further names before its own, each with its value and with the keys of that value. */
export const addNames = (
  scope: Scope,
  names: Readonly<Record<string, { value: unknown; keys?: LevelKeys }>>,
): Scope => {
  const find = ([first = '']: readonly string[]) => (Object.hasOwn(names, first) ? names[first] : undefined)
  const read: Scope = (path) => {
    const named = find(path)
    return named ? dig(named.value, path.slice(1)) : scope(path)
  }
  read.findKind = (path) => {
    const named = find(path)
    return named ? named.keys?.kinds.get(path.slice(1).join('.')) : scope.findKind?.(path)
  }
  return read
}
