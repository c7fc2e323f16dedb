import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { SessionUser } from '../platform/http/user.ts'
import type { Trx } from '../platform/store/database.ts'
import type { NamedRegistry } from './registry.ts'
import type { Stamp } from './write.ts'

export interface HookContext {
  trx: Trx
  /** The id of the screen. */
  screen: string
  user: SessionUser
  stamp: Stamp
  /** The stored record with its details; null when the record is new. */
  before: Readonly<JsonObject> | null
  /** `beforeSave`: the checked record that will be written. `afterSave`: the record as it was stored. */
  after: Readonly<JsonObject>
  /** The checked values of fields that the table does not store, such as a new password. */
  transient: Readonly<JsonObject>
  /** An import writes the record: a sheet has no cells for fields that are not stored. */
  isImport: boolean
  /** Adds a text that the result of an import shows once, such as a generated password. */
  note(text: string): void
  /** Sends a message to every instance at the commit. */
  notify(channel: string, payload: string): Promise<void>
}

/** The id of a new record, and values that follow from it. */
export interface AssignedId {
  id: string
  values?: JsonObject
}

/** A removal: `records` are the stored heads, locked and not yet deleted. */
export interface RemovalContext extends Pick<HookContext, 'trx' | 'screen' | 'user' | 'notify'> {
  records: readonly Readonly<JsonObject>[]
}

/**
 * Code that runs with every add, edit and removal on a screen whose document names it in `hooks`, in the same
 * transaction; throwing refuses the write. A hook must not change the values of the context.
 */
export interface RecordHook {
  name: string
  /** What it does, for designers who choose it from a list. */
  description: string
  /** The table whose records it is for: a screen over another one may not name it. */
  table?: string
  /** Chooses the id of a new record, and values that follow from it; of several hooks of a screen the first that has it. */
  assignId?(trx: Trx, record: Readonly<JsonObject>): Promise<AssignedId>
  beforeSave?(context: HookContext): Promise<void>
  afterSave?(context: HookContext): Promise<void>
  beforeRemove?(context: RemovalContext): Promise<void>
}

export type RecordHooks = NamedRegistry<RecordHook>

/** Runs the hooks of a screen in the order in which its document names them. */
export async function runHooks(
  hooks: RecordHooks,
  { hooks: names = [] }: Pick<StoredScreen, 'hooks'>,
  moment: 'beforeSave' | 'afterSave',
  context: HookContext,
): Promise<void> {
  for (const name of names) await hooks.get(name)[moment]?.(context)
}

/** The id that a hook of the screen chooses for a new record; undefined without such a hook. */
export const assignedId = (
  hooks: RecordHooks,
  { hooks: names = [] }: Pick<StoredScreen, 'hooks'>,
  trx: Trx,
  record: Readonly<JsonObject>,
): Promise<AssignedId> | undefined =>
  names
    .map((name) => hooks.get(name))
    .find((hook) => hook.assignId)
    ?.assignId?.(trx, record)

/** Runs the `beforeRemove` of a screen's hooks in the order in which its document names them. */
export async function runRemovalHooks(
  hooks: RecordHooks,
  { hooks: names = [] }: Pick<StoredScreen, 'hooks'>,
  context: RemovalContext,
): Promise<void> {
  for (const name of names) await hooks.get(name).beforeRemove?.(context)
}
