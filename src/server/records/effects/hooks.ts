import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Authenticator } from '../../platform/services.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { OtherRecords } from '../read/versions.ts'
import type { NamedRegistry } from '../registry.ts'
import type { Stamp } from '../write.ts'

export interface HookContext extends OtherRecords {
  trx: Trx
  /** The id of the screen. */
  screen: string
  user: SessionUser
  /** Compares the rights of two users. */
  sessions: Pick<Authenticator, 'excess'>
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
export interface RemovalContext
  extends OtherRecords,
    Pick<HookContext, 'trx' | 'screen' | 'user' | 'sessions' | 'stamp' | 'notify'> {
  records: readonly Readonly<JsonObject>[]
}

/**
 * Code that runs with every add, edit, restore and removal on a screen whose document names it in `hooks`, and with those of
 * every screen over the hook's table, in the same transaction; throwing refuses the write. A hook must not change the values
 * of the context.
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

type Hooked = Pick<StoredScreen, 'hooks' | 'table'>

/** The hooks that the document names, then those of its table that it leaves out: no document writes past them. */
const listHooks = (hooks: RecordHooks, { hooks: names = [], table }: Hooked): RecordHook[] => {
  const named = names.map((name) => hooks.get(name))
  const owners = hooks.entries().filter((hook) => hook.table === table.name && !named.includes(hook))
  return [...named, ...owners]
}

/** Runs the hooks of a screen, first those that its document names, in that order. */
export async function runHooks(
  hooks: RecordHooks,
  screen: Hooked,
  moment: 'beforeSave' | 'afterSave',
  context: HookContext,
): Promise<void> {
  for (const hook of listHooks(hooks, screen)) await hook[moment]?.(context)
}

/** The id that a hook of the screen chooses for a new record; undefined without such a hook. */
export const assignedId = (
  hooks: RecordHooks,
  screen: Hooked,
  trx: Trx,
  record: Readonly<JsonObject>,
): Promise<AssignedId> | undefined =>
  listHooks(hooks, screen)
    .find((hook) => hook.assignId)
    ?.assignId?.(trx, record)

/** Whether a hook of the screen has a part in removals. */
export const hasRemovalHook = (hooks: RecordHooks, screen: Hooked): boolean =>
  listHooks(hooks, screen).some((hook) => hook.beforeRemove)

/** Runs the `beforeRemove` of a screen's hooks in the same order. */
export async function runRemovalHooks(
  hooks: RecordHooks,
  screen: Hooked,
  context: RemovalContext,
): Promise<void> {
  for (const hook of listHooks(hooks, screen)) await hook.beforeRemove?.(context)
}
