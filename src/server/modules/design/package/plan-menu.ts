import type { EntryValues, PackedMenu } from '#runtime/schema/package/package-parts.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { groupComponent } from '../../permission/interface.ts'
import type { ArrivedDocument } from './arrived.ts'
import { type MenuRow, readMenuRows, settings } from './menu-rows.ts'

/** The rights to change entries and to add groups. */
const editCode = 'permission:edit'
const addCode = 'permission:add'

export interface PlannedEntry {
  /** The id of the document in the package. */
  id: string
  title: string
  /** The settings that become others, in words. */
  changes: string[]
  /** Settings that an administrator has changed here too: they stay unless they are replaced. */
  conflicts: string[]
}

export interface PlannedMenu {
  entries: PlannedEntry[]
  /** The names of the groups that are added. */
  groups: string[]
  /** What cannot be done, with the remedy. */
  notes: string[]
  /** Why nothing of it is written; null where the user may write it. */
  refused: string | null
}

/**
 * A change of the menu: a new group, or other settings of an entry. A parent that is a new group is named by the id that the
 * group has in the package.
 */
export type MenuChange =
  | { kind: 'group'; id: string; values: EntryValues & { url: string } }
  | { kind: 'entry'; id: string; values: EntryValues }

type Rows = ReadonlyMap<string, MenuRow>

/** What the settings of a package would change in the menu of this place. */
export async function planMenu(
  db: Db,
  user: SessionUser,
  { groups, entries }: PackedMenu,
  arrived: readonly ArrivedDocument[],
  replaced: readonly string[],
): Promise<{ plan: PlannedMenu; changes: MenuChange[] }> {
  const rows = await readMenuRows(db)
  const places = new Places(rows, groups, arrived)
  const notes: string[] = []
  const planned: PlannedEntry[] = []
  const changes: MenuChange[] = []
  const documents = new Map(arrived.map((document) => [document.packed, document]))
  for (const { document: packed, values: sent } of entries) {
    const document = documents.get(packed)
    if (!document?.hasEntry || document.isReserved) continue
    const values = { ...sent }
    if (sent.parentId !== undefined) {
      const parent = places.find(sent.parentId)
      if (parent === undefined) {
        notes.push(
          `「${document.title}」的上级 ${sent.parentId} 这里没有，位置不变；请导入以后在菜单管理里移动`,
        )
        delete values.parentId
      } else values.parentId = parent
    }
    const entry: PlannedEntry = { id: packed, title: document.title, changes: [], conflicts: [] }
    const present = rows.get(document.id)
    const written = compare(present, values, replaced.includes(packed), entry, (id) => places.name(id))
    if (entry.changes.length + entry.conflicts.length > 0) planned.push(entry)
    if (Object.keys(written).length > 0) changes.push({ kind: 'entry', id: document.id, values: written })
  }
  const added = places.listAdded(changes)
  const lacking = added.length > 0 ? [editCode, addCode] : [editCode]
  const refused = lacking.every((code) => holds(user, code))
    ? null
    : `您没有改菜单的权限（${lacking.join('、')}），菜单不变；请有这个权限的人再导入一次`
  return {
    plan: { entries: planned, groups: added.map(({ values }) => values.name ?? ''), notes, refused },
    changes: refused === null ? [...added, ...changes] : [],
  }
}

/** Says in an entry what becomes other; returns what is written. */
function compare(
  present: MenuRow | undefined,
  values: EntryValues,
  isReplaced: boolean,
  entry: PlannedEntry,
  nameParent: (id: string) => string,
): EntryValues {
  const written: EntryValues = {}
  for (const [column, { key, title }] of Object.entries(settings)) {
    const value = values[key]
    if (value === undefined || (present && (present[key] ?? '') === (value ?? ''))) continue
    const show = (setting: unknown) => {
      if (key === 'parentId') return `「${nameParent(String(setting))}」`
      if (setting === 'Y' || setting === 'N') return setting === 'Y' ? '是' : '否'
      return setting === null || setting === '' ? '空' : `「${String(setting)}」`
    }
    const text = present ? `${title}：${show(present[key])} → ${show(value)}` : `${title}：${show(value)}`
    const isConflict = present?.changed.includes(column) === true
    if (isConflict) entry.conflicts.push(text)
    else entry.changes.push(text)
    if (!isConflict || isReplaced) Object.assign(written, { [key]: value })
  }
  return written
}

/** The places of the menu that entries of a package may have. */
class Places {
  readonly #rows: Rows
  readonly #groups: ReadonlyMap<string, PackedMenu['groups'][number]>
  /** The titles of the entries that the documents bring, by their ids. */
  readonly #entries: ReadonlyMap<string, string>
  /** The ids that documents of the package have here. */
  readonly #ids: ReadonlyMap<string, string>
  readonly #added = new Map<string, MenuChange & { kind: 'group' }>()

  constructor(rows: Rows, groups: PackedMenu['groups'], arrived: readonly ArrivedDocument[]) {
    this.#rows = rows
    this.#groups = new Map(groups.map((group) => [group.id, group]))
    this.#entries = new Map(
      arrived.flatMap(({ id, title, hasEntry, group }) => [
        ...(hasEntry ? [[id, title] as const] : []),
        ...(group === undefined ? [] : [[`group:${group}`, group] as const]),
      ]),
    )
    this.#ids = new Map(arrived.map(({ packed, id }) => [packed, id]))
  }

  /** The place here that a place of the package means; undefined where there is none. */
  find(packed: string): string | undefined {
    if (packed === '') return ''
    const group = this.#groups.get(packed)
    if (!group) {
      const id = this.#ids.get(packed) ?? packed
      return this.#rows.has(id) || this.#entries.has(id) ? id : undefined
    }
    if (this.#added.has(packed)) return packed
    const { id, parentId: above, ...values } = group
    const parentId = this.find(above)
    if (parentId === undefined) return undefined
    const present = [...this.#rows.values()].find(
      (row) => row.component === groupComponent && row.name === group.name && row.parentId === parentId,
    )
    if (present) return present.id
    this.#added.set(id, { kind: 'group', id, values: { ...values, parentId } })
    return id
  }

  name(id: string): string {
    return id === ''
      ? '一级菜单'
      : (this.#rows.get(id)?.name ?? this.#entries.get(id) ?? this.#groups.get(id)?.name ?? id)
  }

  /** The new groups that the changes need, those above first. */
  listAdded(changes: readonly MenuChange[]): (MenuChange & { kind: 'group' })[] {
    const needed = new Set<string>()
    const need = (id: string | undefined) => {
      const group = id === undefined ? undefined : this.#added.get(id)
      if (!group) return
      need(group.values.parentId)
      needed.add(group.id)
    }
    for (const { values } of changes) need(values.parentId)
    return [...needed].flatMap((id) => this.#added.get(id) ?? [])
  }
}
