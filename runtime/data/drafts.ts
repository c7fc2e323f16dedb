import { createStore, delMany, getMany, set, setMany } from 'idb-keyval'

/** As long as a session may last: what nobody came back for in that time is forgotten. */
const keptFor = 604_800_000

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('pro-drafts', 'drafts')
  return opened
}

const recordKey = (key: string) => `${key}#record`
const entriesKey = (key: string) => `${key}#entries`

/** Plain JSON: what was begun from, everything done since, and when it was kept (milliseconds since 1970). */
export interface KeptDraft<R, E> {
  record: R
  entries: readonly E[]
  savedAt: number
}

type Rest<E> = Omit<KeptDraft<unknown, E>, 'record'>

/** A browser without the database (private windows of some) works without drafts. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** What was being typed under a key, if it is there whole and not too old. */
export async function loadDraft<R, E>(key: string): Promise<KeptDraft<R, E> | null> {
  const found = await quietly(() => getMany<unknown>([recordKey(key), entriesKey(key)], store()))
  const [record, rest] = (found ?? []) as [R | undefined, Rest<E> | undefined]
  if (!record || !rest || rest.entries.length === 0) return null
  if (Date.now() - rest.savedAt > keptFor) {
    await dropDraft(key)
    return null
  }
  return { record, ...rest }
}

/** Keeps a draft; the record it began from is written only when `isFirst`, for it may be large and does not change. */
export async function saveDraft<R, E>(
  key: string,
  { record, ...rest }: KeptDraft<R, E>,
  isFirst: boolean,
): Promise<void> {
  const entries: [string, unknown] = [entriesKey(key), rest]
  await quietly(() =>
    isFirst ? setMany([[recordKey(key), record], entries], store()) : set(entries[0], entries[1], store()),
  )
}

export async function dropDraft(key: string): Promise<void> {
  await quietly(() => delMany([recordKey(key), entriesKey(key)], store()))
}
