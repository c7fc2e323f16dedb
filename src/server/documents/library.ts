import { fieldValues } from '#runtime/fields/values.ts'
import { memoize } from '#runtime/kernel/memo.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { BaseServices } from '../app/services.ts'
import { grantColumns, readableColumns } from '../reports/grants.ts'
import { sqlRefused } from '../reports/problems.ts'
import { tryReport } from '../reports/trial.ts'
import { applyAdditive } from './apply.ts'
import { readFolders } from './files.ts'
import { forgetNames, registerDocument, unregisterDocument } from './register.ts'
import { type Change, type FileProblem, Registry, type RegistryEntry, writtenOf } from './registry.ts'
import { clashOf, sharing } from './sharing.ts'
import { forgetBodies, keepBodies, readBodies } from './store.ts'
import { columnOf, wantedTables } from './tables.ts'
import {
  idOf,
  knownNames,
  revOf,
  type Sound,
  soundBody,
  type ValidationResult,
  validateDocuments,
} from './validate.ts'

/** Reads the folders, updates the tables, and registers valid documents. Runs one load at a time. */
export class Library {
  readonly registry = new Registry()
  #running: Promise<Change> = Promise.resolve({ ids: [] })
  /** The stored bodies in the database; at first those of the server's last run. */
  #stored: Map<string, unknown> | null = null
  /** The registered documents; after a failure the next load registers the rest. */
  readonly #announced = new Map<string, RegistryEntry>()

  constructor(readonly house: BaseServices) {}

  load(): Promise<Change> {
    this.#running = this.#running.catch(() => undefined).then(() => this.#load())
    this.registry.loading(this.#running)
    return this.#running
  }

  async #load(): Promise<Change> {
    const { house, registry } = this
    const { root, schemaDirs } = house.config
    const stored = this.#stored ?? (await readBodies(house.db.app))
    const files = readFolders(schemaDirs, root)
    const before = new Map(registry.entries().map((entry) => [entry.id, entry]))
    const present = new Set(files.map(idOf))
    const last = before.size > 0 ? new Map([...before].map(([id, entry]) => [id, writtenOf(entry)])) : stored
    // A document without a file gives up its names.
    const kept = new Map([...last].filter(([id]) => present.has(id)))
    const { judged, known } = validateDocuments(files, knownNames(files, kept.values()), kept)

    const lastGood = memoize(files.length + 1, (id): Sound | null => {
      const old = before.get(id)
      if (!old) return soundBody(stored.get(id), known)
      const { document, overlay = null } = old
      // An overlay with an invalid file still follows its base, as long as it fits.
      return (overlay && soundBody(overlay, known)) ?? { document, overlay }
    })
    await this.#plan(judged, before, lastGood)
    await this.#reports(judged, before, lastGood)
    const entries: RegistryEntry[] = []
    const broken = new Map<string, readonly FileProblem[]>()
    for (const { id, document, overlay, problems } of judged) {
      const good = document ? { document, overlay } : lastGood(id)
      const owner = entries.findIndex((entry) => entry.id === id)
      const owning = entries[owner]
      // Problems of a second file with the same id are shown at the document that owns the id.
      if (owning) entries[owner] = { ...owning, problems: [...owning.problems, ...problems] }
      else if (good) entries.push(this.#entry(id, good, problems, before.get(id)))
      else broken.set(id, problems)
    }
    const change = changeBetween(registry, entries, broken)
    registry.replace(entries, broken)
    await this.#announce(entries, before, [...stored.keys()])
    if (change.ids.length > 0) registry.tell(change)
    await keepBodies(house.db.app, entries, broken)
    this.#stored = new Map(entries.map((entry) => [entry.id, writtenOf(entry)]))
    return change
  }

  /** The same content keeps the same object, so that its compiled form is reused. */
  #entry(
    id: string,
    { document, overlay }: Sound,
    problems: readonly FileProblem[],
    old: RegistryEntry | undefined,
  ): RegistryEntry {
    const rev = revOf(document)
    const same = old?.rev === rev ? old.document : document
    return { id, rev, document: same, overlay, problems }
  }

  /** Updates the tables of new and changed screens; a step that fails or must wait becomes a problem. */
  async #plan(
    judged: ValidationResult[],
    before: ReadonlyMap<string, RegistryEntry>,
    lastGood: (id: string) => Sound | null,
  ): Promise<void> {
    // Bases first, because the screen that created a table defines it.
    const inOrder = [...judged].sort((a, b) => Number(a.overlay !== null) - Number(b.overlay !== null))
    const isFresh = ({ id, document }: ValidationResult) =>
      document?.kind === 'screen' && before.get(id)?.rev !== revOf(document)
    refuseClashes(inOrder, isFresh)
    const fresh = inOrder.filter(isFresh)
    const screensOf = (entries: readonly ValidationResult[]) =>
      entries.flatMap(({ id, document }) => {
        const screen = document ?? lastGood(id)?.document
        return screen?.kind === 'screen' ? [screen] : []
      })
    const screens = sharing(screensOf(fresh), screensOf(inOrder), fieldValues)
    if (fresh.length === 0) return
    const { done, waiting } = await applyAdditive(this.house.db, screens, fieldValues)
    const faults = [
      ...done.flatMap(({ step, error }) =>
        error === null ? [] : [{ step, text: `${step.text}没有成功：${error}` }],
      ),
      ...waiting
        .filter((step) => step.blocks)
        .map((step) => ({ step, text: `${step.text}需要确认，请运行 npm run documents -- apply` })),
    ]
    for (const { step, text } of faults) {
      const owners = fresh.filter(
        ({ document }) => document?.kind === 'screen' && ownsTable(document, step.table),
      )
      for (const owner of owners) {
        const path = owner.overlay ? '/extends' : '/table'
        owner.problems.push({ file: owner.file, path, code: 'TABLE_PLAN', text })
        if (step.blocks) owner.document = null
      }
    }
  }

  /** Updates the columns that reports may read; then each new or changed report is checked under the report login. */
  async #reports(
    judged: ValidationResult[],
    before: ReadonlyMap<string, RegistryEntry>,
    lastGood: (id: string) => Sound | null,
  ): Promise<void> {
    const inForce = judged.flatMap(({ id, document }) => document ?? lastGood(id)?.document ?? [])
    const shown = new Map<string, string[]>()
    // Screens of one table each expose the columns that they added.
    for (const [table, columns] of inForce.flatMap((one) =>
      one.kind === 'screen' ? readableColumns(one) : [],
    ))
      shown.set(table, [...new Set([...(shown.get(table) ?? []), ...columns])])
    await grantColumns(this.house.db, shown)
    for (const entry of judged) {
      const { id, file, document } = entry
      if (document?.kind !== 'report' || before.get(id)?.rev === revOf(document)) continue
      const fault = await tryReport(this.house.db.report, document)
      if (fault === null) continue
      const text = `数据库不接受这条 SQL：${fault}`
      entry.problems.push({ file, path: '/source/sql', code: sqlRefused, text })
      entry.document = null
    }
  }

  async #announce(
    entries: readonly RegistryEntry[],
    before: ReadonlyMap<string, RegistryEntry>,
    stored: readonly string[],
  ): Promise<void> {
    const { house, registry } = this
    const now = new Set(entries.map((entry) => entry.id))
    const gone = [...before.values()].filter((entry) => !now.has(entry.id))
    for (const entry of gone) {
      await unregisterDocument(house, entry)
      this.#announced.delete(entry.id)
    }
    // Files that were removed while no server ran.
    const lost = stored.filter((id) => !now.has(id) && !before.has(id) && !registry.broken().has(id))
    for (const id of lost) await house.permissions.retire(id)
    await forgetBodies(house.db.app, [...gone.map((entry) => entry.id), ...lost])
    const changed = entries.filter(({ id, document }) => this.#announced.get(id)?.document !== document)
    for (const { id } of changed) {
      const old = this.#announced.get(id)
      if (old) forgetNames(house, old)
    }
    const screenOf = (id: string) => registry.screen(id)?.document
    // A dictionary of a screen depends on the screen's columns.
    const dependent = entries.filter((entry) => dependsOn(entry, changed) && !changed.includes(entry))
    for (const entry of [...changed, ...dependent]) {
      await registerDocument(house, entry, screenOf)
      this.#announced.set(entry.id, entry)
    }
  }
}

/** An overlay may add columns to a shared table, not change them: a screen with a conflict is not served. */
function refuseClashes(
  inOrder: readonly ValidationResult[],
  isFresh: (entry: ValidationResult) => boolean,
): void {
  const sound: StoredScreen[] = []
  for (const entry of inOrder) {
    const { document, file } = entry
    if (document?.kind !== 'screen') continue
    const clash = entry.overlay && isFresh(entry) ? clashOf(document, sound, fieldValues) : null
    if (clash) {
      const field = document.fields.find((one) => columnOf(one) === clash.column)
      const path = field ? pointer('fields', field.key) : '/extends'
      entry.problems.push({ file, path, code: 'TABLE_PLAN', text: clash.text })
      entry.document = null
    } else sound.push(document)
  }
}

const ownsTable = (screen: StoredScreen, name: string): boolean =>
  wantedTables(screen, fieldValues).some((table) => table.name === name)

const dependsOn = ({ document }: RegistryEntry, changed: readonly RegistryEntry[]): boolean =>
  document.kind === 'dict' &&
  document.source !== undefined &&
  'screen' in document.source &&
  changed.some(
    (entry) => document.source && 'screen' in document.source && entry.id === document.source.screen,
  )

function changeBetween(
  registry: Registry,
  entries: readonly RegistryEntry[],
  broken: ReadonlyMap<string, readonly FileProblem[]>,
): Change {
  const mark = (rev: string, problems: readonly FileProblem[]) => rev + JSON.stringify(problems)
  const marks = (list: readonly RegistryEntry[], bad: ReadonlyMap<string, readonly FileProblem[]>) =>
    new Map([
      ...list.map((entry): [string, string] => [entry.id, mark(entry.rev, entry.problems)]),
      ...[...bad].map(([id, problems]): [string, string] => [id, mark('', problems)]),
    ])
  const [old, now] = [marks(registry.entries(), registry.broken()), marks(entries, broken)]
  const ids = [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id))
  return { ids }
}
