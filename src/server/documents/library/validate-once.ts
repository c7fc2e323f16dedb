import { createHash } from 'node:crypto'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { acceptDocuments, getDocumentId, type ValidationResult, validateDocuments } from '../validate.ts'
import { affectedFiles } from './affected.ts'
import type { DocumentFile } from './files.ts'
import type { SoundMark } from './sound-mark.ts'

/** A check of all files that found no problem. */
interface SoundRun {
  /** All that the checks read besides the files. */
  names: string
  /** The files by their texts. */
  files: ReadonlyMap<string, CheckedFile>
}

interface CheckedFile {
  file: DocumentFile
  result: ValidationResult
}

/** The last ones, the latest first: those of the server, of a trial, and of the server before a release that is undone. */
const soundRuns: SoundRun[] = []
const MAX_SOUND_RUNS = 3

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const texts = new WeakMap<object, string>()

/** A text that differs for files with another place or content. */
function markFile({ file, expectedId, json, broken }: DocumentFile): string {
  let text = isJsonObject(json) ? texts.get(json) : hash([json])
  if (text === undefined) {
    text = hash(json)
    texts.set(json as object, text)
  }
  return JSON.stringify([file, expectedId, text, broken])
}

/** What the checks read besides the files and the last valid versions, which they read after a problem only. */
function hashNames(files: readonly DocumentFile[], names: KnownNames): string {
  const checked = new Set(files.map(({ json }) => json))
  const others = [...names.documents.values()].filter((document) => !checked.has(document))
  const { effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents } = names
  const sets = [effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents]
  const registered = [...sets, names.effectFields, names.hookTables].map((collection) => [...collection])
  return hash([others, registered])
}

/** The files that a change since a sound run can alter. */
function listAltered(run: SoundRun, marked: ReadonlyMap<string, DocumentFile>): DocumentFile[] {
  const added = [...marked].filter(([mark]) => !run.files.has(mark)).map(([, file]) => file)
  const removed = [...run.files].filter(([mark]) => !marked.has(mark)).map(([, { file }]) => file)
  const versions = [...added, ...removed].flatMap(({ json }) => (isJsonObject(json) ? [json] : []))
  const altered = new Set([...affectedFiles([...marked.values()], versions), ...added])
  return [...marked.values()].filter((file) => altered.has(file))
}

/**
 * `validateDocuments` for a load of the documents: what a load without problems has checked is not checked again, unless a
 * change since then can alter it. A release loads the documents for its trial, for itself and for its notification; a start
 * after a start finds in `soundMark` that nothing has changed. The caller may change the results.
 */
export async function validateOnce(
  files: readonly DocumentFile[],
  names: KnownNames,
  lastValid: ReadonlyMap<string, unknown>,
  soundMark: SoundMark | null = null,
): ReturnType<typeof validateDocuments> {
  let marked: Map<string, DocumentFile>
  let registered: string
  try {
    marked = new Map(files.map((file) => [markFile(file), file]))
    registered = hashNames(files, names)
  } catch {
    // Too deep for a text.
    return await validateDocuments(files, names, lastValid)
  }
  const ids = new Set(files.map(getDocumentId))
  const hasOwnIds = ids.size === files.length
  const former = hasOwnIds ? soundRuns.find((run) => run.names === registered) : undefined
  const checked = former ? listAltered(former, marked) : files
  const wholeMark = hash([registered, [...marked.keys()]])
  const run =
    hasOwnIds && !former && soundMark?.isOf(wholeMark)
      ? acceptDocuments(files, names)
      : await validateDocuments(checked, names, lastValid)
  const fresh = new Map(checked.map((file, at) => [file, run.results[at]]))
  const results = new Map<string, CheckedFile>()
  for (const [mark, file] of marked) {
    const result = fresh.get(file) ?? former?.files.get(mark)?.result
    if (result) results.set(mark, { file, result: copyResult(result) })
  }
  if (run.results.every(({ problems }) => problems.length === 0)) {
    soundRuns.unshift({ names: registered, files: results })
    soundRuns.splice(MAX_SOUND_RUNS)
    if (hasOwnIds) soundMark?.put(wholeMark)
  }
  return {
    results: [...results.values()].map(({ result }) => copyResult(result)),
    knownNames: run.knownNames,
  }
}

const copyResult = (result: ValidationResult): ValidationResult => ({
  ...result,
  problems: [...result.problems],
})
