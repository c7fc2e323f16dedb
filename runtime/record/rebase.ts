import { isDetail } from '../schema/types.ts'
import type { Entry } from './command-log.ts'
import { type Clash, mergeRecords } from './merge.ts'
import type { RecordModel } from './model.ts'
import type { RowStore } from './row-store.ts'
import type { Values } from './scope.ts'
import { parentOf } from './tree.ts'

/**
 * Somebody else saved meanwhile: takes their record as the new start and does my changes again on top. Answers what a
 * person has to decide; until then their values stand there.
 */
export function rebase(model: RecordModel, theirs: Values): Clash[] {
  const { head, details, clashes } = mergeRecords(model.screen, model.initial, model.record, theirs)
  model.load(theirs)
  model.setHeads(head)
  for (const [key, { set, add, remove }] of Object.entries(details)) {
    const store = model.rows(key)
    if (!store) continue
    store.batch(() => {
      store.remove(remove)
      store.setCells(set)
      // Rows behind the same neighbour keep their order: each stands behind the one before it.
      const behind = new Map<string | null, string>()
      for (const { after, row } of add) {
        const last = behind.get(after) ?? after
        const [id] = store.insert(last === null ? 0 : store.indexOf(last) + 1, [row])
        if (id !== undefined) behind.set(after, id)
      }
      freeOrphans(store)
    })
  }
  return clashes
}

/** They removed what a row of mine hung on: it stands at the top now. */
function freeOrphans(store: RowStore): void {
  const parent = store.detail.tree?.parent
  if (parent === undefined) return
  const orphans = store.rows.filter((row) => {
    const above = parentOf(row, parent)
    return above !== null && !store.row(above)
  })
  store.setCells(orphans.map(({ id }) => ({ id, values: { [parent]: null } })))
}

/** Decides a clash for me: my value, my row, or my removal. Deciding for them needs nothing: theirs stands there. */
export function decideForMe(model: RecordModel, { detail, id, key, mine }: Clash): void {
  if (detail === '') {
    if (key !== undefined) model.setHead(key, mine ?? null)
    return
  }
  const store = model.rows(detail)
  if (!store || id === undefined) return
  if (key !== undefined) store.setCell(id, key, mine ?? null)
  else if (mine === null) store.remove([id])
  else if (store.row(id)) store.setCells([{ id, values: mine as Values }])
  else {
    // They removed the row; mine comes back as a new one.
    const { id: _id, rev: _rev, ...values } = mine as Values
    store.insert(store.rows.length, [values])
  }
}

/** What a crash left: the record it began from and everything done to it since, oldest first. Plain JSON. */
export interface Draft {
  record: Values
  entries: readonly Entry[]
  /** Milliseconds since 1970. */
  savedAt: number
}

export const draftOf = (model: RecordModel, now: Date): Draft => ({
  record: model.initial,
  entries: model.log.entries,
  savedAt: now.getTime(),
})

/** Does everything of a draft again, on a model that began from the draft's record. Fields that are gone are passed over. */
export function replay(model: RecordModel, { entries }: Draft): void {
  const known = new Set(model.screen.fields.filter((field) => !isDetail(field)).map((field) => field.key))
  for (const { scope, commands, step } of entries) {
    const store = model.rows(scope)
    for (const command of commands) {
      if (command.kind !== 'head') store?.perform(command, step)
      else if (known.has(command.key)) model.setHead(command.key, command.after)
    }
  }
}
