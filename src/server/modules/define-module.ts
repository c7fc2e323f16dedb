import type { Migration } from 'kysely'
import type { NamedHandler } from '#runtime/rules/handlers.ts'
import type { Registration } from '../documents/services.ts'
import type { Plugin } from '../platform/http/route.ts'
import type { JobType } from '../platform/jobs/job-type.ts'
import type { Job, Task } from '../platform/jobs/jobs.ts'
import type { Live } from '../platform/live/live.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { Effect } from '../records/effects/effects.ts'
import type { RecordHook } from '../records/effects/hooks.ts'
import type { Subscriber } from '../records/events.ts'
import type { PickerLookup } from '../records/read/picker-lookup.ts'
import type { AnyConsequence } from '../records/record-transaction.ts'
import type { ReadServices } from '../records/services.ts'
import type { SessionServices } from './session/interface.ts'

/** The services that exist before a module opens one. */
export interface CoreServices
  extends PlatformServices,
    Pick<ReadServices, 'documents' | 'dictionaries'>,
    Pick<SessionServices, 'sessions'> {
  live: Live
}

/**
 * The manifest of a module: everything that it adds to the server. `S` are the services that its code uses, `Opened` those
 * that it opens for the rest of the server.
 */
export interface Module<S, Opened extends object = object> {
  name: string
  routes?: readonly Plugin<S>[]
  /** Named in `flow.moves[].effect`. */
  effects?: readonly Effect[]
  /** Named in `onPick.lookup`; a route of this module serves each of them (`lookupRoute`). */
  lookups?: readonly PickerLookup[]
  /** Named in `validateRules[].handler`. */
  handlers?: readonly NamedHandler[]
  /** Named in `hooks`; a function for hooks that use services, which are there when a hook runs. */
  hooks?: readonly RecordHook[] | ((read: () => S) => readonly RecordHook[])
  /** What may happen after changes of records, by the names of the language. */
  consequences?: readonly AnyConsequence[]
  /** Receive the events of committed changes of records. */
  subscribers?: readonly Subscriber<S>[]
  jobs?: readonly Job<S>[]
  /** Work that is asked for with `planRun`. */
  tasks?: readonly Task<S>[]
  /** What administrators may plan in 定时任务, by their names. */
  jobTypes?: readonly JobType<S>[]
  /** Permission codes and menu entries that no document brings. */
  permissions?: readonly Registration[]
  /** By name, such as `20261122-2047-imports`; all migrations run in the order of their names. */
  migrations?: Readonly<Record<string, Migration>>
  /** Opens services, by their names in `Services`, before the seeds. */
  open?(core: CoreServices): Promise<Opened> | Opened
  /** Ends what `open` began, when the server stops. */
  close?(opened: Opened): Promise<void> | void
  /** Runs at every start, before the server listens; must do nothing where its rows exist. */
  seed?(services: S): Promise<void>
}

/** Declares a module and checks its manifest against the services that its code uses. */
export const defineModule = <S, Opened extends object = object>(
  module: Module<S, Opened>,
): Module<S, Opened> => module
