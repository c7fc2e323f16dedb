import { isDetail } from '#runtime/schema/types.ts'
import type { Command, LogEntry } from '../changes/command-log.ts'
import { isTemporary, type RowsDelta, sameValue, temporaryId } from '../changes/delta.ts'
import {
  DraftMigration,
  type DraftMigrationEnv,
  type FieldSnapshots,
  fieldSnapshots,
  type LostInput,
} from '../changes/draft-migration.ts'
import {
  applyOrder,
  type MergeConflict,
  mergeRecords,
  type RemainingChanges,
  type RemainingRowChanges,
} from '../changes/merge.ts'
import type { RecordModel } from '../model.ts'
import { getRows, type Values } from '../scope.ts'
import { findParent } from '../tree.ts'
import type { RowStore } from './row-store.ts'
import { pendingEntries, transferPending } from './value-binding.ts'

/**
 * Another user saved in the meantime: takes their record as the new initial record and applies the local changes
 * again. Returns the conflicts that a person must decide; until then the values of the other user are kept.
 */
export function rebase(model: RecordModel, theirs: Values): MergeConflict[] {
  const rest = mergeRecords(model.screen, model.initial, model.record, theirs)
  takeTheirs(model, theirs, rest)
  return rest.conflicts
}

/** Takes the record of another user as the new initial record; the marks of texts that were not taken stay. */
export function takeTheirs(model: RecordModel, theirs: Values, rest?: RemainingChanges): void {
  const work = pendingEntries(model)
  const refused = refusedCells(model)
  // Listeners never see the record without the local changes: a new row would count as removed.
  model.batch(() => {
    model.load(theirs, true)
    if (rest) finish(model, rest)
    transferPending(model, work)
    for (const { store, id, key, value, text } of refused) {
      const row = store.row(id)
      if (row && sameValue(row[key], value)) store.refuseText(id, key, text)
    }
  })
}

/**
 * The sent changes are stored: takes the saved record as the initial record (of `into`, if another model continues)
 * and applies the changes made since. New rows that were sent continue under their stored ids.
 */
export function settle(model: RecordModel, sent: SaveInProgress, saved: Values, into = model): void {
  const storedIds = findStoredIds(model, sent.record, saved)
  const named = renaming(model, storedIds)
  const rest = mergeRecords(model.screen, named(withReceived(model, sent)), named(model.record), saved)
  const work = pendingEntries(model)
  into.batch(() => {
    into.load(saved)
    for (const { key } of into.screen.fields.filter(isDetail)) {
      const store = into.rows(key)
      if (store) store.storedIds = storedIds
    }
    finish(into, rest)
    transferPending(into, work, (_detail, id) => storedIds.get(id) ?? id)
    // Values saved a moment ago are local changes.
    for (const conflict of rest.conflicts) keepMine(into, conflict)
  })
}

/** The cells with a text that was not taken, and their values. */
const refusedCells = (model: RecordModel) =>
  model.screen.fields.filter(isDetail).flatMap(({ key: detail }) => {
    const store = model.rows(detail)
    if (!store) return []
    return [...store.refusedTexts].flatMap(([id, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ store, id, key, value: store.row(id)?.[key], text })),
    )
  })

/** A save in progress: the record at that moment, and the part of it that was sent. */
interface SaveInProgress {
  record: Values
  body: Values
}

/** The sent changes with the cells that another user changed since, which are no local changes. */
function withReceived({ screen, initial, record }: RecordModel, sent: SaveInProgress): Values {
  const merged: Record<string, unknown> = { ...sent.record }
  for (const { key } of screen.fields.filter(isDetail)) {
    const byId = (rows: readonly Values[]) => new Map(rows.map((row) => [row.id, row]))
    const [begun, now] = [byId(getRows(initial, key)), byId(getRows(record, key))]
    const mine = byId((sent.body[key] as Partial<RowsDelta> | undefined)?.changed ?? [])
    merged[key] = getRows(sent.record, key).map((row) => {
      const [start, at, sentRow] = [begun.get(row.id), now.get(row.id), mine.get(row.id)]
      if (!start || !at || at === row) return row
      const isReported = ([name, value]: [string, unknown]) =>
        sameValue(at[name], value) && !(sentRow && Object.hasOwn(sentRow, name))
      return { ...row, ...Object.fromEntries(Object.entries(start).filter(isReported)) }
    })
  }
  return merged
}

function finish(model: RecordModel, { head, details }: RemainingChanges): void {
  model.setHeads(head)
  for (const [key, { set, add, remove, order }] of Object.entries(details)) {
    const store = model.rows(key)
    if (!store) continue
    store.batch(() => {
      // Children that another user added to a row removed here stay.
      freeOrphans(store, new Set(remove))
      store.remove(remove)
      const named = asNew(store, add)
      store.setCells(set.map(({ id, values }) => ({ id, values: named(values) })))
      if (order) putInOrder(store, order)
      // Rows added after the same neighbour keep their order: each is placed after the one before it.
      const behind = new Map<string | null, string>()
      for (const { after, row } of add) {
        const last = behind.get(after) ?? after
        const [id] = store.insert(last === null ? 0 : store.indexOf(last) + 1, [named(row)])
        if (id !== undefined) behind.set(after, id)
      }
      freeOrphans(store)
    })
  }
}

/** A row removed on the server is added again as a new row; all references to it get the new id. */
function asNew({ detail }: RowStore, add: RemainingRowChanges['add']): (values: Values) => Values {
  const removedIds = add.map(({ row }) => row.id).filter((id) => !isTemporary(id))
  if (removedIds.length === 0) return (values) => values
  const ids = new Map(removedIds.map((id) => [id, temporaryId()]))
  const keys = ['id', ...(detail.tree ? [detail.tree.parent] : [])]
  return (values) => ({
    ...values,
    ...Object.fromEntries(keys.flatMap((key) => (ids.has(values[key]) ? [[key, ids.get(values[key])]] : []))),
  })
}

/** The ids under which a save stored the new rows of a record, by their temporary ids. */
function findStoredIds(
  { screen, initial }: RecordModel,
  sent: Values,
  saved: Values,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const detail of screen.fields.filter(isDetail)) {
    const previousIds = new Set(getRows(initial, detail.key).map((row) => row.id))
    const fresh = getRows(saved, detail.key).filter((row) => !previousIds.has(row.id))
    const fields = detail.fields.filter(
      (field) => field.compute === undefined && field.key !== detail.tree?.parent,
    )
    const isSame = (a: Values, b: Values | undefined) =>
      b !== undefined && fields.every(({ key }) => sameValue(a[key], b[key]))
    const added = getRows(sent, detail.key).filter((row) => isTemporary(row.id))
    for (const [at, row] of added.entries()) {
      // They are returned in the order in which they were sent; without a stored order they are matched by content.
      const found = isSame(row, fresh[at])
        ? fresh[at]
        : (fresh.find((candidate) => isSame(row, candidate)) ?? fresh[at])
      if (found) ids.set(String(row.id), String(found.id))
    }
  }
  return ids
}

/** Gives new rows of a record the ids under which a save stored them. */
function renaming({ screen }: RecordModel, ids: ReadonlyMap<unknown, unknown>): (record: Values) => Values {
  return (record) => {
    const named: Record<string, unknown> = { ...record }
    for (const { key, tree } of screen.fields.filter(isDetail))
      named[key] = getRows(record, key).map((row) => ({
        ...row,
        id: ids.get(row.id) ?? row.id,
        ...(tree ? { [tree.parent]: ids.get(row[tree.parent]) ?? row[tree.parent] } : {}),
      }))
    return named
  }
}

const putInOrder = (store: RowStore, requested: readonly string[]): void =>
  store.arrange(
    applyOrder(
      store.rows.map((row) => row.id),
      requested,
    ),
  )

/** Children of a removed row, or of a row about to be removed alone, move to the top level. */
function freeOrphans(store: RowStore, leaving: ReadonlySet<string> = new Set()): void {
  const parent = store.detail.tree?.parent
  if (parent === undefined) return
  const orphans = store.rows.filter((row) => {
    const above = findParent(row, parent)
    return above !== null && !leaving.has(row.id) && (leaving.has(above) || !store.row(above))
  })
  store.setCells(orphans.map(({ id }) => ({ id, values: { [parent]: null } })))
}

/**
 * Decides a conflict for the local value, row, removal or order. Deciding for the other user needs no action: their
 * value is already set.
 */
export function keepMine(model: RecordModel, { detail, id, key, mine }: MergeConflict): void {
  if (detail === '') {
    if (key !== undefined) model.setHead(key, mine ?? null)
    return
  }
  const store = model.rows(detail)
  if (!store) return
  if (id === undefined) putInOrder(store, mine as string[])
  else if (key !== undefined) store.setCell(id, key, mine ?? null)
  else if (mine === null) store.remove([id])
  else if (store.row(id)) store.setCells([{ id, values: mine as Values }])
  else {
    // The other user removed the row; the local row is added again as a new one.
    const { id: _id, rev: _rev, ...values } = mine as Values
    store.insert(store.rows.length, [values])
  }
}

/** A draft after a crash: the initial record and all later commands, oldest first. Plain JSON. */
export interface Draft {
  record: Values
  entries: readonly LogEntry[]
  /** Milliseconds since 1970. */
  savedAt: number
  /** Sent without an answer yet. */
  attempt?: unknown
  /** The fields of the document that was in use. */
  fields?: FieldSnapshots
}

/** The commands without typed secrets. Their number stays the same, because drafts are extended by their new entries. */
function withoutSecrets({ log, secretKeys }: RecordModel): readonly LogEntry[] {
  if (secretKeys.size === 0) return log.entries
  const blank = (command: Command): Command =>
    command.kind === 'head' && secretKeys.has(command.key)
      ? { ...command, before: null, after: null }
      : command
  return log.entries.map((entry) => ({ ...entry, commands: entry.commands.map(blank) }))
}

export const buildDraft = (model: RecordModel, now: Date): Draft => ({
  record: model.initial,
  entries: withoutSecrets(model),
  savedAt: now.getTime(),
  fields: fieldSnapshots(model.screen),
})

const everyRow = { has: () => true }

/**
 * Applies all commands of a draft to a model of the initial record of the draft. Returns the input without a target:
 * fields that were removed, have another type, or are not editable now.
 */
export function replay(
  model: RecordModel,
  { entries, fields = {} }: Draft,
  env: DraftMigrationEnv = {},
): LostInput[] {
  const migration = new DraftMigration(model.screen, fields, env)
  for (const { scope, commands, step } of entries) {
    const store = model.rows(scope)
    for (const original of commands) {
      const command = migration.command(scope, original)
      if (command?.kind === 'head') model.setHead(command.key, command.after)
      else if (command) store?.perform(command, step, everyRow)
    }
  }
  return migration.lost
}
