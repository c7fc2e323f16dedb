import { fieldValues } from '#runtime/fields/values.ts'
import { memoize } from '#runtime/kernel/memo.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { type ControlledColumn, readControlled, withRights } from './access/column-rights.ts'
import { getRightsOwner } from './access/shared-rights.ts'
import { applyAdditive, isQuick } from './apply.ts'
import { keepConflicts, readDesigned, withDesigned } from './designed.ts'
import { getServerKind, hasTables, listTables } from './kinds/index.ts'
import { updateFaultyEntries } from './library/faulty-entries.ts'
import { readFolders } from './library/files.ts'
import { GatheredPermissions } from './library/gathered-permissions.ts'
import {
  type Change,
  type FileProblem,
  getWritten,
  Registry,
  type RegistryEntry,
} from './library/registry.ts'
import { openSoundMark, type SoundMark } from './library/sound-mark.ts'
import { validateOnce } from './library/validate-once.ts'
import { getColumnName } from './plan/tables.ts'
import { forgetNames, registerDocument, unregisterDocument } from './register.ts'
import { grantColumns, readableColumns } from './report-sql/grants.ts'
import type { DocumentServices } from './services.ts'
import { type DocumentTables, findColumnConflict, sharing } from './sharing.ts'
import { forgetOthers, keepBodies, readBodies } from './store.ts'
import {
  collectNames,
  getDocumentId,
  hashDocument,
  parseStoredBody,
  type ValidationResult,
  type ValidDocument,
  writtenPlace,
} from './validate.ts'

/** Reads the folders and the designed documents, updates tables, and serves the documents without problems. One load at a time. */
export class Library {
  readonly registry = new Registry()
  #running: Promise<Change> = Promise.resolve({ ids: [] })
  /** The load that starts after the running one: it reads all changes until then. */
  #next: Promise<Change> | null = null
  /** The bodies in the database; at first those of the last run of the server. */
  #stored: Map<string, unknown> | null = null
  /** The entries that are registered; after a failure the next load registers the rest. */
  readonly #registered = new Map<string, RegistryEntry>()

  readonly #soundMark: SoundMark | null

  constructor(readonly services: DocumentServices) {
    this.#soundMark = openSoundMark(services.config.dataDir)
  }

  load(): Promise<Change> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        return this.#load()
      })
    this.#running = this.#next
    this.registry.loading(this.#running)
    return this.#running
  }

  async #load(): Promise<Change> {
    const { services, registry } = this
    const { root, schemaDirs } = services.config
    const stored = this.#stored ?? (await readBodies(services.db.app))
    const folders = readFolders(schemaDirs, root)
    const { files: all, conflicts } = withDesigned(folders, await readDesigned(services.db.app))
    const files = services.selectFiles?.(all) ?? all
    const before = new Map(registry.entries().map((entry) => [entry.id, entry]))
    const present = new Set(files.map(getDocumentId))
    const last = before.size > 0 ? new Map([...before].map(([id, entry]) => [id, getWritten(entry)])) : stored
    // A document without a file is not served any more.
    const lastValid = new Map([...last].filter(([id]) => present.has(id)))
    const { results, knownNames } = await validateOnce(
      files,
      collectNames(all, lastValid.values(), this.services.registeredNames),
      lastValid,
      this.#soundMark,
    )

    const lastGood = memoize(files.length + 1, (id): ValidDocument | null => {
      const old = before.get(id)
      if (!old) return parseStoredBody(stored.get(id), knownNames)
      const { document, declared = document, overlay = null } = old
      // An overlay whose file is broken still follows its base, as long as it has no problems with it.
      return (overlay && parseStoredBody(overlay, knownNames)) ?? { document: declared, overlay }
    })
    const controlled = await readControlled(services.db.app)
    await this.#plan(results, before, lastGood)
    await this.#reports(results, before, lastGood)
    const entries: RegistryEntry[] = []
    const broken = new Map<string, readonly FileProblem[]>()
    const goods = new Map<string, ValidDocument>()
    for (const { id, document, overlay } of [...results].reverse()) {
      const good = document ? { document, overlay } : lastGood(id)
      if (good) goods.set(id, good)
    }
    for (const { id, document, overlay, problems } of results) {
      const good = document ? { document, overlay } : lastGood(id)
      const owner = entries.findIndex((entry) => entry.id === id)
      const owning = entries[owner]
      // The second file of an id: its author finds its problems at the document with that id.
      if (owning) entries[owner] = { ...owning, problems: [...owning.problems, ...problems] }
      else if (good) {
        const rightsOwner = getRightsOwner(id, (other) => goods.get(other))
        const rights = { rightsOwner, columns: controlled.get(rightsOwner) }
        entries.push(this.#entry(id, good, problems, before.get(id), rights))
      } else broken.set(id, problems)
    }
    const change = changeBetween(registry, entries, broken)
    registry.replace(entries, broken)
    await this.#register(entries, before, [...stored.keys()])
    await updateFaultyEntries(
      services,
      files.flatMap((file) =>
        broken.has(getDocumentId(file)) ? { id: getDocumentId(file), json: file.json } : [],
      ),
    )
    if (change.ids.length > 0) registry.tell(change)
    await keepBodies(services.db.app, entries, broken)
    await keepConflicts(services.db.app, conflicts)
    const unserved = [...stored].filter(([id]) => broken.has(id))
    this.#stored = new Map([
      ...unserved,
      ...entries.map((entry): [string, unknown] => [entry.id, getWritten(entry)]),
    ])
    return change
  }

  /** Unchanged content stays the same object, so that caches keyed by the object stay valid. */
  #entry(
    id: string,
    { document: declared, overlay }: ValidDocument,
    problems: readonly FileProblem[],
    old: RegistryEntry | undefined,
    rights: { rightsOwner: string; columns: readonly ControlledColumn[] | undefined },
  ): RegistryEntry {
    const document = withRights(declared, rights)
    const documentHash = hashDocument(document)
    const current = old?.documentHash === documentHash ? old.document : document
    const entry = { id, documentHash, document: current, overlay, problems }
    return document === declared ? entry : { ...entry, declared }
  }

  /** Updates the tables of new and changed documents; a step that fails or must wait becomes a problem. */
  async #plan(
    results: ValidationResult[],
    before: ReadonlyMap<string, RegistryEntry>,
    lastGood: (id: string) => ValidDocument | null,
  ): Promise<void> {
    // Bases first: the screen that defines a table decides its columns.
    const inOrder = [...results].sort((a, b) => Number(a.overlay !== null) - Number(b.overlay !== null))
    const isFresh = ({ id, document }: ValidationResult) =>
      document !== null && hasTables(document) && findDeclaredHash(before.get(id)) !== hashDocument(document)
    refuseConflicts(inOrder, isFresh)
    const fresh = inOrder.filter(isFresh)
    const withTables = (entries: readonly ValidationResult[]) =>
      entries.flatMap(({ id, document }) => {
        const served = document ?? lastGood(id)?.document
        return served && hasTables(served) ? [served] : []
      })
    const documents = sharing(withTables(fresh), withTables(inOrder), fieldValues)
    if (fresh.length === 0) return
    // A trial on the tables of others does without new indexes.
    const isWanted = this.services.selectFiles ? isQuick : undefined
    const { done, waiting } = await applyAdditive(this.services.db, documents, fieldValues, isWanted)
    const faults = [
      ...done.flatMap(({ step, error }) =>
        error === null ? [] : [{ step, text: `${step.text}没有成功：${error}` }],
      ),
      ...waiting
        .filter((step) => step.blocks)
        .map((step) => ({ step, text: `${step.text}需要确认，请运行 npm run documents -- apply` })),
    ]
    for (const { step, text } of faults) {
      const owners = fresh.filter(({ document }) => document && usesTable(document, step.table))
      for (const owner of owners) {
        const path = owner.overlay ? '/extends' : '/table'
        owner.problems.push({ file: owner.file, path, code: 'TABLE_PLAN', text })
        if (step.blocks) owner.document = null
      }
    }
  }

  /** Grants the report login the readable columns, then tries each new or changed document that needs a trial. */
  async #reports(
    results: ValidationResult[],
    before: ReadonlyMap<string, RegistryEntry>,
    lastGood: (id: string) => ValidDocument | null,
  ): Promise<void> {
    const served = results.flatMap(({ id, document }) => document ?? lastGood(id)?.document ?? [])
    const readable = new Map<string, string[]>()
    // Each screen over a table makes the columns readable that it adds.
    const screens = served.flatMap((document) => asDocumentWith(document, 'hasTable') ?? [])
    for (const [table, columns] of screens.flatMap(readableColumns))
      readable.set(table, [...new Set([...(readable.get(table) ?? []), ...columns])])
    await grantColumns(this.services.db, readable)
    for (const entry of results) {
      const { id, file, document } = entry
      const trial = document && getServerKind(document).trial
      if (!trial || findDeclaredHash(before.get(id)) === hashDocument(document)) continue
      const problem = await trial(document, this.services.db.report)
      if (problem === null) continue
      entry.problems.push({ file, ...problem })
      entry.document = null
    }
  }

  async #register(
    entries: readonly RegistryEntry[],
    before: ReadonlyMap<string, RegistryEntry>,
    stored: readonly string[],
  ): Promise<void> {
    const { services, registry } = this
    const now = new Set(entries.map((entry) => entry.id))
    const removed = [...before.values()].filter((entry) => !now.has(entry.id))
    const permissions = new GatheredPermissions(services.permissions)
    const gathering = { ...services, permissions }
    for (const entry of removed) {
      await unregisterDocument(gathering, entry)
      this.#registered.delete(entry.id)
    }
    // Files that were removed while no server ran.
    const lost = stored.filter((id) => !now.has(id) && !before.has(id) && !registry.broken().has(id))
    await permissions.retire(...lost)
    await permissions.write()
    await forgetOthers(services.db.app, [...now, ...registry.broken().keys()])
    const changed = entries.filter(({ id, document }) => this.#registered.get(id)?.document !== document)
    for (const { id } of changed) {
      const old = this.#registered.get(id)
      if (old) forgetNames(services, old)
    }
    const findScreen = (id: string) => registry.screen(id)?.document
    // A dictionary over a screen depends on the screen's columns.
    const dependent = entries.filter((entry) => dependsOn(entry, changed) && !changed.includes(entry))
    const registering = [...changed, ...dependent]
    for (const entry of registering) await registerDocument(gathering, entry, findScreen)
    await permissions.write()
    for (const entry of registering) this.#registered.set(entry.id, entry)
  }
}

/** The hash of a served document without the codes of its controlled columns, which concern neither tables nor SQL. */
const findDeclaredHash = (entry: RegistryEntry | undefined): string | undefined =>
  entry?.declared ? hashDocument(entry.declared) : entry?.documentHash

/** An overlay may add columns to the table of its base, not change them; an overlay that does is not served. */
function refuseConflicts(
  inOrder: readonly ValidationResult[],
  isFresh: (entry: ValidationResult) => boolean,
): void {
  const sound: DocumentTables[] = []
  for (const entry of inOrder) {
    const { document, file } = entry
    if (!document || !hasTables(document)) continue
    const tables = listTables(document, fieldValues)
    const { overlay } = entry
    const conflict = overlay && isFresh(entry) ? findColumnConflict(tables, sound) : null
    if (overlay && conflict) {
      const { fields = [] } = asDocumentWith(document, 'hasTable') ?? {}
      const at = fields.findIndex((candidate) => getColumnName(candidate) === conflict.column)
      const path = writtenPlace({ document, overlay }, ['fields', at])
      entry.problems.push({ file, path, code: 'TABLE_PLAN', text: conflict.text })
      entry.document = null
    } else sound.push({ id: document.id, tables })
  }
}

const usesTable = (document: Document, name: string): boolean =>
  listTables(document, fieldValues).some((table) => table.name === name)

const dependsOn = ({ document }: RegistryEntry, changed: readonly RegistryEntry[]): boolean =>
  (getServerKind(document).dependencies?.(document) ?? []).some((id) =>
    changed.some((entry) => entry.id === id),
  )

function changeBetween(
  registry: Registry,
  entries: readonly RegistryEntry[],
  broken: ReadonlyMap<string, readonly FileProblem[]>,
): Change {
  const mark = (hash: string, problems: readonly FileProblem[]) => hash + JSON.stringify(problems)
  const marks = (list: readonly RegistryEntry[], bad: ReadonlyMap<string, readonly FileProblem[]>) =>
    new Map([
      ...list.map((entry): [string, string] => [entry.id, mark(entry.documentHash, entry.problems)]),
      ...[...bad].map(([id, problems]): [string, string] => [id, mark('', problems)]),
    ])
  const [old, now] = [marks(registry.entries(), registry.broken()), marks(entries, broken)]
  const ids = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id))
  return { ids }
}
