import type { Migration } from 'kysely'
import clientNames from '#runtime/schema/names/client-names.json'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import { builtInMenuParents } from '#runtime/schema/names/menu-parents.ts'
import type { Module } from '../modules/define-module.ts'
import type { JobType } from '../platform/jobs/job-type.ts'
import type { Job, Task } from '../platform/jobs/jobs.ts'
import type { RecordHook } from '../records/effects/hooks.ts'
import { NamedRegistry } from '../records/registry.ts'
import { neededFields } from './needed-fields.ts'

type Named = { readonly name: string }

/** Refuses a name that two modules declare. */
function unique<T extends Named>(kind: string, entries: readonly T[]): readonly T[] {
  new NamedRegistry(kind, entries)
  return entries
}

const namesIn = (entries: readonly Named[]): string[] => entries.map(({ name }) => name)

/** The hooks of all modules; `read` gives the services when a hook runs. */
export const collectHooks = <S>(modules: readonly Module<S>[], read: () => S): readonly RecordHook[] =>
  unique(
    'hook',
    modules.flatMap(({ hooks = [] }) => (typeof hooks === 'function' ? hooks(read) : hooks)),
  )

const unread = (): never => {
  throw new Error('a hook runs only on a server')
}

/** The names that documents may use, with the fields that each effect reads. */
export function collectNames(modules: readonly Module<never>[]): RegisteredNames {
  const effects = unique(
    'effect',
    modules.flatMap((module) => module.effects ?? []),
  )
  const hooks = collectHooks(modules, unread)
  const handlers = modules.flatMap((module) => module.handlers ?? [])
  return {
    ...clientNames,
    menuParents: builtInMenuParents,
    effects: namesIn(effects),
    effectFields: Object.fromEntries(effects.map(({ name, reads }) => [name, neededFields(reads)])),
    hooks: namesIn(hooks),
    hookTables: Object.fromEntries(hooks.flatMap(({ name, table }) => (table ? [[name, table]] : []))),
    descriptions: Object.fromEntries([
      ...[...effects, ...hooks].map(({ name, description }) => [name, description]),
      ...handlers.map(([name, , description = name]) => [name, description]),
    ]),
    lookups: namesIn(
      unique(
        'lookup',
        modules.flatMap((module) => module.lookups ?? []),
      ),
    ),
    handlers: handlers.map(([name]) => name),
  }
}

/** The jobs of all modules. */
export const collectJobs = <S>(modules: readonly Module<S>[]): readonly Job<S>[] =>
  unique(
    'job',
    modules.flatMap((module) => module.jobs ?? []),
  )

/** The tasks of all modules. */
export const collectTasks = <S>(modules: readonly Module<S>[]): readonly Task<S>[] =>
  unique(
    'task',
    modules.flatMap((module) => module.tasks ?? []),
  )

/** The types of scheduled jobs of all modules. */
export const collectJobTypes = <S>(modules: readonly Module<S>[]): readonly JobType<S>[] =>
  unique(
    'type of jobs',
    modules.flatMap((module) => module.jobTypes ?? []),
  )

/** The migrations of all modules by name. */
export function collectMigrations(modules: readonly Module<never>[]): Record<string, Migration> {
  const entries = modules.flatMap(({ migrations = {} }) => Object.entries(migrations))
  unique(
    'migration',
    entries.map(([name]) => ({ name })),
  )
  return Object.fromEntries(entries)
}
