import { dropDraft, listDrafts } from '#runtime/host/drafts.ts'
import { recentRecords } from '#runtime/host/recent-records.ts'
import type { DraftAddress } from '#runtime/host/stored-draft.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'

/** A line of 我的草稿 or 最近打开. */
export interface WorkEntry {
  key: string
  title: string
  /** What it is: 新增未保存, 修改未保存, 设计草稿; absent for a record. */
  kind?: string
  href: string
  /** Milliseconds since 1970. */
  at?: number
  discard?(): Promise<void>
}

const MAX_RECENT = 6

const kinds: Readonly<Record<string, string>> = { add: '新增未保存', copy: '复制未保存', edit: '修改未保存' }

/**
 * The form of a draft in the page of its screen: of a record, or of a new one that follows from others
 * (`bill/purchase:toInBill:1`). A form with values from elsewhere is opened from there.
 */
function formHref(path: string, mode: string, rest: string): string {
  if (rest.startsWith('{')) return path
  const origin = rest === '' ? {} : { [mode === 'add' ? 'from' : 'id']: rest }
  return `${path}?${new URLSearchParams({ form: mode, ...origin })}`
}

function draftEntry(
  place: DraftAddress,
  savedAt: number,
  index: readonly IndexEntry[],
  recent: ReadonlyMap<string, string>,
): WorkEntry[] {
  const [, screen = '', mode = '', ...rest] = place.name.split(' ')
  const entry = index.find(({ id }) => id === screen)
  const kind = kinds[mode]
  if (!entry?.path || !kind) return []
  const id = rest.join(' ')
  return [
    {
      key: `${place.name}#${place.form}`,
      title: recent.get(`${screen} ${id}`) ?? entry.title,
      kind,
      href: formHref(entry.path, mode, id),
      at: savedAt,
      discard: () => dropDraft(place),
    },
  ]
}

/** The unsaved forms of the user in this browser, and the records that were opened last, as far as they have a page. */
export async function loadMyWork(userId: string, index: readonly IndexEntry[]) {
  const recent = recentRecords(userId)
  const titles = new Map(recent.map(({ screen, id, title }) => [`${screen} ${id}`, title]))
  const drafts = await listDrafts(`${userId} `)
  const records = recent.flatMap(({ screen, id, title, at }): WorkEntry[] => {
    const path = index.find((entry) => entry.id === screen)?.path
    return path ? [{ key: `${screen} ${id}`, title, at, href: `${path}?id=${encodeURIComponent(id)}` }] : []
  })
  return {
    drafts: drafts.flatMap(({ place, savedAt }) => draftEntry(place, savedAt, index, titles)),
    records: records.slice(0, MAX_RECENT),
  }
}
