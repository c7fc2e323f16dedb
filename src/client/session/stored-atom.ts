import { atom, type WritableAtom } from 'jotai'
import { dropStored, type Lifetime, readStored, writeStored } from './storage.ts'

export type StoredAtom<T> = WritableAtom<T | null, [T | null], void>

/** An atom mirrored in local storage; null clears it. An unparsable value counts as absent. */
export function storedAtom<T>(
  key: string,
  parse: (raw: unknown) => T | null,
  lifetime: Lifetime | (() => Lifetime),
): StoredAtom<T> {
  const memory = atom<T | null>(parse(readStored(key)))
  return atom(
    (get) => get(memory),
    (_get, set, value: T | null) => {
      if (value === null) dropStored(key)
      else writeStored(key, value, typeof lifetime === 'function' ? lifetime() : lifetime)
      set(memory, value)
    },
  )
}
