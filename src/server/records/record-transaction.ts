import type { Scope } from '#runtime/kernel/expression.ts'
import type { ConsequenceName, ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { DocumentRegistry } from '../documents/library/registry.ts'
import type { Authenticator } from '../platform/services.ts'
import type { Trx } from '../platform/store/database.ts'
import type { CreateHandlerEnv, DictionaryTexts, DictionaryWords } from './dictionary-services.ts'
import type { Effects } from './effects/effects.ts'
import type { RecordHooks } from './effects/hooks.ts'
import type { RecordAuthor, RecordEvent } from './events.ts'
import type { Values } from './read/record.ts'
import type { RecomputeEnv } from './recompute.ts'
import type { NamedRegistry } from './registry.ts'
import type { Resource } from './resource.ts'

/** A transaction that changes records. */
export interface RecordTransaction {
  trx: Trx
  documents: DocumentRegistry
  effects: Effects
  hooks: RecordHooks
  consequences: Consequences
  dictionaries: DictionaryTexts & Pick<DictionaryWords, 'items'>
  handlers: CreateHandlerEnv
  /** Compares the rights of two users. */
  sessions: Pick<Authenticator, 'excess'>
  /** Sends a message to every instance at the commit. */
  notify(channel: string, payload: string): Promise<void>
  /** Publishes the event after the commit. */
  publish(event: RecordEvent): void
  /** Stores the version of a change that is part of another record's operation, and is not published. */
  keepVersion(change: RecordEvent): void
  /**
   * Makes the fields true that follow other records, and the formulas, of records that were written without an event; returns these
   * as they are afterwards, null where they have neither.
   */
  keepFollowing(target: Resource, ids: readonly string[], env: RecomputeEnv): Promise<Values[] | null>
  /**
   * Keeps the roll-ups, checks the limits and runs the consequences of the changes published since the last call, and of those
   * that follow. The commit does it too; an import does it for each group.
   */
  settle(): Promise<void>
  /** Call it at a savepoint; the returned function forgets what was collected since, and belongs to its rollback. */
  mark(): () => void
  /** Texts of hooks for the result of an import. */
  notes: string[]
  /** The ids of the stored outcomes of consequences that an undo of the changes would not take back. */
  remaining: string[]
}

/** A change of a record after which something is to happen. */
export interface Happening {
  /** `add`, `edit`, `remove`, `date`, or `move` with the code of the move. */
  change: string
  /** The change in words, such as the title of a move. */
  title: string
  resource: Resource
  id: string
  /** The values after the change, details inline; of a removed record those before it. */
  record: Values
  before: Values | null
  by: RecordAuthor
}

/** What a consequence did, for the history of the record. */
export interface Outcome {
  /** How many persons, records or requests. */
  count: number
  /** The written records. */
  target?: { screen: string; ids: readonly string[] }
  /** The id of the request that will be sent. */
  request?: string
  /** Why nothing happened. */
  note?: string
}

export interface ConsequenceContext extends Happening {
  transaction: RecordTransaction
  /** The names of expressions about the record. */
  scope: Scope
}

/**
 * What an entry of `then` does, in the transaction of the change; a thrown error refuses the change. Null: there was nothing to
 * do.
 */
export interface Consequence<Name extends ConsequenceName = ConsequenceName> {
  name: Name
  /** What it did remains when the change is undone, so such a change is not offered for an undo. */
  remains: boolean
  run(settings: ConsequenceSettings<Name>, context: ConsequenceContext): Promise<Outcome | null>
}

/** A consequence in a list of different ones. */
export type AnyConsequence = { [Name in ConsequenceName]: Consequence<Name> }[ConsequenceName]

/** The consequences by name; each name of the language has one. */
export type Consequences = NamedRegistry<AnyConsequence>
