/** A successful response and its ETag. */
export interface CachedAnswer {
  tag: string
  result: unknown
}

/** Persistent storage of cached responses; may throw if the browser has no space or no storage. */
export interface ResponseStorage {
  read(): unknown
  write(value: unknown): void
  drop(): void
}

interface State {
  owner: string
  /** By address, the oldest first. */
  answers: Record<string, CachedAnswer>
  /** The reads required by each page address; the page used last is the last entry. */
  reads: Record<string, string[]>
}

/** Maximum characters of one response and of all; a browser allows five million per origin. */
const MAX_ANSWER = 200_000
const MAX_ANSWERS = 600_000
const MAX_PAGES = 30
const MAX_READS = 12
/** Milliseconds until changes are written to the storage. */
const WRITE_DELAY_MS = 1000

const buildState = (owner: string): State => ({ owner, answers: {}, reads: {} })
const isState = (raw: unknown): raw is State =>
  typeof raw === 'object' && raw !== null && 'owner' in raw && 'answers' in raw && 'reads' in raw

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Caches the last responses of one user, to be revalidated by their ETags, and the reads that each page requires, to
 * be requested together at its next load. `owner` identifies the user; another owner sees none of them. Responses
 * that do not fit are not cached; no function throws.
 */
export function createResponseCache(storage: ResponseStorage, owner: () => string | null) {
  let state = buildState('')
  let timer: ReturnType<typeof setTimeout> | undefined

  const current = (): State => {
    const now = owner() ?? ''
    if (state.owner === now) return state
    clearTimeout(timer)
    timer = undefined
    const stored = now === '' ? null : quietly(storage.read)
    state = isState(stored) && stored.owner === now ? stored : buildState(now)
    return state
  }

  const flush = (): void => {
    clearTimeout(timer)
    if (timer === undefined) return
    timer = undefined
    // A session that has ended in the meantime, here or in another window, stores nothing.
    if (state.owner !== '' && state.owner === owner()) quietly(() => storage.write(state))
  }
  const changed = (): void => {
    timer ??= setTimeout(flush, WRITE_DELAY_MS)
  }

  return {
    find: (address: string): CachedAnswer | undefined => current().answers[address],

    keep(address: string, { tag, result }: CachedAnswer): void {
      const { owner: cacheOwner, answers } = current()
      if (cacheOwner === '' || answers[address]?.tag === tag) return
      delete answers[address]
      if (measureSize(result) <= MAX_ANSWER) answers[address] = { tag, result }
      let room = MAX_ANSWERS
      for (const [key, answer] of Object.entries(answers).reverse()) {
        room -= measureSize(answer.result)
        if (room < 0) delete answers[key]
      }
      changed()
    },

    listReads: (page: string): readonly string[] => current().reads[page] ?? [],

    /** Marks a read as required by the page. */
    note(page: string, address: string): void {
      const { owner: cacheOwner, reads } = current()
      const before = reads[page] ?? []
      if (cacheOwner === '' || before.includes(address)) return
      delete reads[page]
      reads[page] = [...before, address].slice(-MAX_READS)
      for (const old of Object.keys(reads).slice(0, -MAX_PAGES)) delete reads[old]
      changed()
    },

    /** Removes reads that the page no longer requires. */
    forget(page: string, addresses: readonly string[]): void {
      const { reads } = current()
      const left = (reads[page] ?? []).filter((address) => !addresses.includes(address))
      if (left.length === (reads[page] ?? []).length) return
      reads[page] = left
      changed()
    },

    /** Writes pending changes at once. */
    flush,

    /** Deletes the cache of all users. */
    clear(): void {
      clearTimeout(timer)
      timer = undefined
      state = buildState('')
      quietly(storage.drop)
    },
  }
}

const measureSize = (result: unknown): number => JSON.stringify(result)?.length ?? 0

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
