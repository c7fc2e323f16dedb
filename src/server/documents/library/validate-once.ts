import { createHash } from 'node:crypto'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { type ValidationResult, validateDocuments } from '../validate.ts'
import type { DocumentFile } from './files.ts'

/** The last checks that found no problem, by what they read. */
const soundRuns = new Map<string, readonly ValidationResult[]>()
/** Those of the server, of a trial, and of the server before a release that is undone. */
const MAX_SOUND_RUNS = 3

/** A key of all that the checks read, besides last valid versions, which they read after a problem only; null for values without a text. */
function hashInput(files: readonly DocumentFile[], names: KnownNames): string | null {
  const checked = new Set(files.map(({ json }) => json))
  const others = [...names.documents.values()].filter((document) => !checked.has(document))
  const { effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents } = names
  const sets = [effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents]
  const registered = [...sets, names.effectFields, names.hookTables].map((collection) => [...collection])
  try {
    return createHash('sha256')
      .update(JSON.stringify([files, others, registered]))
      .digest('hex')
  } catch {
    // Too deep.
    return null
  }
}

/**
 * `validateDocuments` for a load of the documents. A release loads them once for itself and once for its notification, mostly
 * without another change: what the same files were found to be before is not checked again. The caller may change the results.
 */
export async function validateOnce(
  files: readonly DocumentFile[],
  names: KnownNames,
  lastValid: ReadonlyMap<string, unknown>,
): ReturnType<typeof validateDocuments> {
  const key = hashInput(files, names)
  const sound = key === null ? undefined : soundRuns.get(key)
  if (sound) return { results: sound.map((result) => ({ ...result, problems: [] })), knownNames: names }
  const run = await validateDocuments(files, names, lastValid)
  if (key === null || run.results.some(({ problems }) => problems.length > 0)) return run
  const [oldest] = soundRuns.keys()
  if (oldest !== undefined && soundRuns.size >= MAX_SOUND_RUNS) soundRuns.delete(oldest)
  soundRuns.set(
    key,
    run.results.map((result) => ({ ...result })),
  )
  return run
}
