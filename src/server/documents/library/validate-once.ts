import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import {
  acceptDocuments,
  getDocumentId,
  hashDocument,
  type ValidationResult,
  validateDocuments,
} from '../validate.ts'
import { affectedFiles } from './affected.ts'
import type { DocumentFile } from './files.ts'
import type { SoundMark } from './sound-mark.ts'

/** A check of all files that found no problem. */
interface SoundRun {
  /** A text of all that it has read. */
  mark: string
  /** All that the checks read besides the files. */
  names: string
  /** The files by their texts. */
  files: ReadonlyMap<string, CheckedFile>
}

interface CheckedFile {
  file: DocumentFile
  result: ValidationResult
}

/** The latest first, those of few documents last: of the server, of drafts, and of the server before a release that is undone. */
let soundRuns: readonly SoundRun[] = []
const MAX_SOUND_RUNS = 6

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * A text that differs for files with another id or content. Their order of keys is lost in the database, and the name of a
 * file is in problems only.
 */
const markFile = ({ expectedId, json, broken }: DocumentFile): string =>
  JSON.stringify([expectedId, isJsonObject(json) ? hashDocument(json) : hash([json]), broken])

/** What the checks read besides the files and the last valid versions, which they read after a problem only. */
function hashNames(files: readonly DocumentFile[], names: KnownNames): string {
  const checked = new Set(files.map(({ json }) => json))
  const others = [...names.documents.values()].filter((document) => !checked.has(document))
  const { effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents } = names
  const sets = [effects, lookups, hooks, handlers, widgets, blockWidgets, actionViews, menuParents]
  const registered = [...sets, names.effectFields, names.hookTables].map((collection) => [...collection])
  return hash([others, registered])
}

/** Files by their texts, with the sound run that differs from them least; null for files that have no such text. */
interface MarkedFiles {
  files: ReadonlyMap<string, DocumentFile>
  names: string
  mark: string
  former: SoundRun | undefined
}

function markFiles(list: readonly DocumentFile[], knownNames: KnownNames): MarkedFiles | null {
  // One of two files with one id has a problem that depends on the other one.
  if (new Set(list.map(getDocumentId)).size < list.length) return null
  try {
    const files = new Map(list.map((file) => [markFile(file), file]))
    const names = hashNames(list, knownNames)
    const countDifferences = (run: SoundRun) =>
      [...files.keys()].filter((mark) => !run.files.has(mark)).length +
      [...run.files.keys()].filter((mark) => !files.has(mark)).length
    const [nearest] = soundRuns
      .filter((run) => run.names === names)
      .map((run) => ({ run, differences: countDifferences(run) }))
      .sort((a, b) => a.differences - b.differences)
    return { files, names, mark: hash([names, [...files.keys()]]), former: nearest?.run }
  } catch {
    // Too deep for a text.
    return null
  }
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
 * change since then can alter it. A release checks a draft, and loads the documents for its trial, for itself and for its
 * notification; a start after a start finds in `soundMark` that nothing has changed. The caller may change the results.
 */
export async function validateOnce(
  files: readonly DocumentFile[],
  names: KnownNames,
  lastValid: ReadonlyMap<string, unknown>,
  soundMark: SoundMark | null = null,
): ReturnType<typeof validateDocuments> {
  const marked = markFiles(files, names)
  if (!marked) return await validateDocuments(files, names, lastValid)
  return await validateMarked(marked, files, names, lastValid, soundMark)
}

async function validateMarked(
  marked: MarkedFiles,
  files: readonly DocumentFile[],
  names: KnownNames,
  lastValid: ReadonlyMap<string, unknown>,
  soundMark: SoundMark | null,
): ReturnType<typeof validateDocuments> {
  const { former, mark } = marked
  const checked = former ? listAltered(former, marked.files) : files
  const run =
    !former && soundMark?.isOf(mark)
      ? acceptDocuments(files, names)
      : await validateDocuments(checked, names, lastValid)
  const fresh = new Map(checked.map((file, at) => [file, run.results[at]]))
  const results = new Map<string, CheckedFile>()
  for (const [text, file] of marked.files) {
    const result = fresh.get(file) ?? former?.files.get(text)?.result
    if (result) results.set(text, { file, result: copyResult(result, file) })
  }
  if (run.results.every(({ problems }) => problems.length === 0)) {
    // The checks of few documents are forgotten first: to repeat those of many takes longest.
    const most = Math.max(...soundRuns.map((other) => other.files.size))
    const isSmall = (other: SoundRun) => 2 * other.files.size < most
    const others = soundRuns
      .filter((other) => other.mark !== mark)
      .sort((a, b) => Number(isSmall(a)) - Number(isSmall(b)))
      .slice(0, MAX_SOUND_RUNS - 1)
    soundRuns = [{ mark, names: marked.names, files: results }, ...others]
    soundMark?.put(mark)
  }
  return {
    results: [...results.values()].map(({ file, result }) => copyResult(result, file)),
    knownNames: run.knownNames,
  }
}

/**
 * The results of the files that a change can alter; `versions` are the changed documents before and after it. A check of
 * all takes seconds: after a sound run all results are there, without one only these files are checked.
 */
export async function validateAffected(
  files: readonly DocumentFile[],
  names: KnownNames,
  versions: readonly JsonObject[],
): ReturnType<typeof validateDocuments> {
  const affected = affectedFiles(files, versions)
  const marked = markFiles(files, names)
  if (!marked?.former) return await validateDocuments(affected, names)
  const ids = new Set(affected.map(getDocumentId))
  const { results, knownNames } = await validateMarked(marked, files, names, new Map(), null)
  return { results: results.filter(({ id }) => ids.has(id)), knownNames }
}

const copyResult = (result: ValidationResult, { file }: DocumentFile): ValidationResult => ({
  ...result,
  file,
  problems: [...result.problems],
})
