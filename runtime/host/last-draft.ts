import type { DraftAddress, StoredDraft } from './stored-draft.ts'

/**
 * Drafts of pages that are about to end. The browser may end a page before its database has stored anything, so the
 * last input goes to the local storage, which stores at once; the next load moves it to the database.
 */
const prefix = 'pro-draft '
const buildKey = ({ name, form }: DraftAddress): string => `${prefix}${name}#${form}`

type AnyDraft = StoredDraft<unknown, unknown>

/** A full or forbidden storage loses at most the last second of input. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const saveLastDraft = (address: DraftAddress, draft: StoredDraft<unknown, unknown>): void =>
  quietly(() => localStorage.setItem(buildKey(address), JSON.stringify(draft)))

export const dropLastDraft = (address: DraftAddress): void =>
  quietly(() => localStorage.removeItem(buildKey(address)))

/** Removes the stored drafts whose name or time is given, and returns them. */
export function takeLastDrafts(isTaken: (name: string, savedAt: number) => boolean) {
  const taken: { place: DraftAddress; draft: AnyDraft }[] = []
  quietly(() => {
    for (const key of Object.keys(localStorage).filter((entry) => entry.startsWith(prefix))) {
      const at = key.lastIndexOf('#')
      const place = { name: key.slice(prefix.length, at), form: key.slice(at + 1) }
      const draft = quietly(() => JSON.parse(localStorage.getItem(key) ?? '') as AnyDraft)
      if (draft && !isTaken(place.name, draft.savedAt)) continue
      localStorage.removeItem(key)
      if (draft) taken.push({ place, draft })
    }
  })
  return taken
}
