import { createStore, delMany, entries, getMany, keys, setMany } from 'idb-keyval'
import { dropLastDraft, takeLastDrafts } from './last-draft.ts'
import type { DraftAddress, StoredDraft } from './stored-draft.ts'

/** Maximum lifetime of a session in milliseconds: older drafts are deleted. */
const DRAFT_LIFETIME_MS = 604_800_000
/** Milliseconds to wait for another tab to declare an open form. */
const ANSWER_TIMEOUT_MS = 150

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('pro-drafts', 'drafts')
  return opened
}

const recordKey = ({ name, form }: DraftAddress) => `${name}#${form}#record`
const restKey = ({ name, form }: DraftAddress) => `${name}#${form}#rest`

type Rest = Omit<StoredDraft<unknown, unknown>, 'record'>

/** A browser without the database (some private windows, a full disk) works without drafts. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** Until the returned function is called, other tabs know that this form is open and owns its draft. */
export function holdDraft({ form }: DraftAddress): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('pro-drafts')
  channel.onmessage = ({ data }) => data?.asks === form && channel.postMessage({ lives: form })
  return () => channel.close()
}

/** The forms that are open in some tab. */
async function listOpenForms(forms: readonly string[]): Promise<ReadonlySet<string>> {
  const openForms = new Set<string>()
  if (forms.length === 0 || typeof BroadcastChannel === 'undefined') return openForms
  const channel = new BroadcastChannel('pro-drafts')
  channel.onmessage = ({ data }) => typeof data?.lives === 'string' && openForms.add(data.lives)
  for (const form of forms) channel.postMessage({ asks: form })
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS))
  channel.close()
  return openForms
}

let isSwept = false
/** Deletes expired drafts, once per page load. */
async function sweep(): Promise<void> {
  if (isSwept) return
  isSwept = true
  const old = (await entries<string, Partial<Rest>>(store())).filter(
    ([key, { savedAt = 0 }]) => key.endsWith('#rest') && Date.now() - savedAt > DRAFT_LIFETIME_MS,
  )
  await delMany(
    old.flatMap(([key]) => [key, key.replace(/rest$/, 'record')]),
    store(),
  )
  takeLastDrafts((_name, savedAt) => Date.now() - savedAt > DRAFT_LIFETIME_MS)
}

/** Moves the last input of ended pages to the database, unless the database has later input. */
async function moveLastDrafts(name: string): Promise<void> {
  for (const { place, draft } of takeLastDrafts((other) => other === name)) {
    const [rest] = await getMany<Partial<Rest> | undefined>([restKey(place)], store())
    if ((rest?.savedAt ?? 0) < draft.savedAt) await saveDraft(place, draft, true)
  }
}

/** The latest complete draft under a name whose form is no longer open. */
export async function loadDraft<R, E>(
  name: string,
): Promise<{ place: DraftAddress; draft: StoredDraft<R, E> } | null> {
  const found = await quietly(async () => {
    await sweep()
    await moveLastDrafts(name)
    const start = `${name}#`
    const forms = (await keys<string>(store()))
      .filter((key) => key.startsWith(start) && key.endsWith('#rest'))
      .map((key) => key.slice(start.length, -'#rest'.length))
    const openForms = await listOpenForms(forms)
    const places = forms.filter((form) => !openForms.has(form)).map((form) => ({ name, form }))
    const candidates = await Promise.all(
      places.map(async (address) => {
        const [record, rest] = await getMany<unknown>([recordKey(address), restKey(address)], store())
        return { place: address, draft: { record, ...(rest as Rest) } as StoredDraft<R, E> }
      }),
    )
    return candidates
      .filter(({ draft }) => draft.record && draft.entries.length > 0)
      .sort((a, b) => b.draft.savedAt - a.draft.savedAt)[0]
  })
  return found ?? null
}

/** The drafts whose names start with the prefix and whose forms are not open anywhere, the newest first. */
export async function listDrafts(prefix: string): Promise<{ place: DraftAddress; savedAt: number }[]> {
  const found = await quietly(async () => {
    await sweep()
    const stored = (await entries<string, Partial<Rest>>(store())).flatMap(
      ([key, { savedAt = 0, entries }]) => {
        const [, name, form] = /^(.*)#(.*)#rest$/.exec(key) ?? []
        return name?.startsWith(prefix) && form && entries?.length ? [{ place: { name, form }, savedAt }] : []
      },
    )
    const openForms = await listOpenForms(stored.map(({ place }) => place.form))
    return stored.filter(({ place }) => !openForms.has(place.form)).sort((a, b) => b.savedAt - a.savedAt)
  })
  return found ?? []
}

/**
 * Stores a draft; the initial record is written only when `isFirst`, because it may be large and does not change.
 * Returns whether the draft is stored.
 */
export async function saveDraft<R, E>(
  address: DraftAddress,
  { record, ...rest }: StoredDraft<R, E>,
  isFirst: boolean,
): Promise<boolean> {
  const all: [string, unknown][] = [[restKey(address), rest]]
  if (isFirst) all.push([recordKey(address), record])
  const done = await quietly(() => setMany(all, store()).then(() => true))
  return done === true
}

export async function dropDraft(address: DraftAddress): Promise<void> {
  dropLastDraft(address)
  await quietly(() => delMany([recordKey(address), restKey(address)], store()))
}
