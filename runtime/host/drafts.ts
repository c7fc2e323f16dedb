import { createStore, delMany, entries, getMany, keys, setMany } from 'idb-keyval'

/** As long as a session may last: what nobody came back for in that time is forgotten. */
const DRAFT_LIFETIME = 604_800_000
/** So long another tab may take to say that it is still at work. */
const ANSWER_TIMEOUT = 150

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('pro-drafts', 'drafts')
  return opened
}

/** What is being typed under `name` in one open form: another tab with the same record keeps its own. */
export interface DraftAddress {
  name: string
  form: string
}

const recordKey = ({ name, form }: DraftAddress) => `${name}#${form}#record`
const restKey = ({ name, form }: DraftAddress) => `${name}#${form}#rest`

/** Plain JSON: what was begun from, everything done since, and when it was kept (milliseconds since 1970). */
export interface StoredDraft<R, E> {
  record: R
  entries: readonly E[]
  savedAt: number
  /** What was sent and had no answer yet. */
  attempt?: unknown
  /** The fields of the document under which it was typed. */
  fields?: Readonly<Record<string, { title: string; type: string; isReadOnly?: true; isComputed?: true }>>
}

type Rest = Omit<StoredDraft<unknown, unknown>, 'record'>

/** A browser without the database (private windows of some, a full disk) works without drafts. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** Until the answer is called, other tabs know that this form lives and keeps its draft itself. */
export function holdDraft({ form }: DraftAddress): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('pro-drafts')
  channel.onmessage = ({ data }) => data?.asks === form && channel.postMessage({ lives: form })
  return () => channel.close()
}

/** Of the forms those that are open in some tab. */
async function livingOf(forms: readonly string[]): Promise<ReadonlySet<string>> {
  const living = new Set<string>()
  if (forms.length === 0 || typeof BroadcastChannel === 'undefined') return living
  const channel = new BroadcastChannel('pro-drafts')
  channel.onmessage = ({ data }) => typeof data?.lives === 'string' && living.add(data.lives)
  for (const asks of forms) channel.postMessage({ asks })
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT))
  channel.close()
  return living
}

let isSwept = false
/** Forgets what is too old, once a page. */
async function sweep(): Promise<void> {
  if (isSwept) return
  isSwept = true
  const old = (await entries<string, Partial<Rest>>(store())).filter(
    ([key, { savedAt = 0 }]) => key.endsWith('#rest') && Date.now() - savedAt > DRAFT_LIFETIME,
  )
  await delMany(
    old.flatMap(([key]) => [key, key.replace(/rest$/, 'record')]),
    store(),
  )
}

/** The last thing that was being typed under a name and whose form is gone, if it is there whole. */
export async function loadDraft<R, E>(
  name: string,
): Promise<{ place: DraftAddress; draft: StoredDraft<R, E> } | null> {
  const found = await quietly(async () => {
    await sweep()
    const start = `${name}#`
    const forms = (await keys<string>(store()))
      .filter((key) => key.startsWith(start) && key.endsWith('#rest'))
      .map((key) => key.slice(start.length, -'#rest'.length))
    const living = await livingOf(forms)
    const places = forms.filter((form) => !living.has(form)).map((form) => ({ name, form }))
    const kept = await Promise.all(
      places.map(async (place) => {
        const [record, rest] = await getMany<unknown>([recordKey(place), restKey(place)], store())
        return { place, draft: { record, ...(rest as Rest) } as StoredDraft<R, E> }
      }),
    )
    return kept
      .filter(({ draft }) => draft.record && draft.entries.length > 0)
      .sort((a, b) => b.draft.savedAt - a.draft.savedAt)[0]
  })
  return found ?? null
}

/**
 * Keeps a draft; the record it began from is written only when `isFirst`, for it may be large and does not change.
 * Answers whether it is kept.
 */
export async function saveDraft<R, E>(
  place: DraftAddress,
  { record, ...rest }: StoredDraft<R, E>,
  isFirst: boolean,
): Promise<boolean> {
  const all: [string, unknown][] = [[restKey(place), rest]]
  if (isFirst) all.push([recordKey(place), record])
  const done = await quietly(() => setMany(all, store()).then(() => true))
  return done === true
}

export async function dropDraft(place: DraftAddress): Promise<void> {
  await quietly(() => delMany([recordKey(place), restKey(place)], store()))
}
