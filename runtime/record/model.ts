import type { Explained } from '#runtime/kernel/expression/explain.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { ChangeSet } from './changes/change-set.ts'
import { CommandLog, type Row } from './changes/command-log.ts'
import { addBody, diffRecord, type EditBody, sameValue } from './changes/delta.ts'
import { FollowingDefaults } from './changes/following-defaults.ts'
import { PendingValues } from './changes/pending-values.ts'
import { type CheckOptions, compileChecks } from './checks/checks.ts'
import { isShown } from './checks/conditions.ts'
import { isDetailChecked, validateRecord } from './checks/validate.ts'
import { newRow } from './formulas/defaults.ts'
import { explainFormula } from './formulas/formula-fields.ts'
import { compileFormulas, computeStep, type Formula, summedColumns } from './formulas/formulas.ts'
import { Listeners } from './listeners.ts'
import { NotificationScheduler } from './rows/notification-scheduler.ts'
import { recordScope } from './rows/record-scope.ts'
import { RowStore } from './rows/row-store.ts'
import { getRows, keySet, type LevelKeys, type RecordEnv, type Values, withoutRows } from './scope.ts'

export type ModelOptions = Omit<CheckOptions, 'env'> & { env: RecordEnv }

/**
 * A record while its form is open: head values (wire), a row store for each detail table, and the formulas between
 * them. The form passes typed head values to `setHead` and is notified of computed ones (`subscribeHead`); the
 * changes for the server are in `body()`. Loading is never a change: an edited record is computed only where
 * something changed.
 */
export class RecordModel {
  readonly screen: ScreenDocument
  readonly env: RecordEnv
  readonly log = new CommandLog()
  readonly #options: ModelOptions
  readonly #stores = new Map<string, RowStore>()
  readonly #steps: readonly Formula[]
  /** Formulas that use a column only as `sum(items.famount)`: the running sum replaces the list. */
  readonly #summed = new Map<Formula, ReadonlySet<string>>()
  readonly #scheduler = new NotificationScheduler()
  readonly #listeners = new Listeners(this.#scheduler)
  /** Pending head values; the row stores have their own. */
  readonly pending: PendingValues
  readonly #defaults: FollowingDefaults
  /** The declared keys of the head. */
  readonly keys: LevelKeys
  /** The current head and columns as expressions see them. */
  readonly scope: Scope = recordScope(this)
  #initial: Values
  #head: Values

  constructor(screen: ScreenDocument, record: Values, options: ModelOptions) {
    this.screen = screen
    this.env = options.env
    this.#options = options
    this.keys = keySet(screen.fields, options.types)
    this.#defaults = new FollowingDefaults(options.env.mode === 'add')
    this.pending = new PendingValues(screen.fields, () => {
      this.#listeners.mark('head')
      this.#listeners.flush()
    })
    const { formulas } = compileFormulas(screen, options.types)
    this.#steps = formulas.steps
    for (const step of this.#steps) this.#summed.set(step, summedColumns(step))
    this.#initial = record
    const start = options.env.mode === 'add' ? formulas.computeAll(record, options.env) : record
    this.#head = withoutRows(screen, start)
    this.#makeStores(start)
    // Notes the defaults of the new record.
    for (const step of this.#steps)
      if (step.isDefault && step.detail === null)
        this.#defaults.isTaken(step, '', this.#head[step.field.key], computeStep(step, this.#scopeFor(step)))
  }

  /** The keys of secrets, which are never stored in the browser. */
  get secretKeys(): ReadonlySet<string> {
    const { types } = this.#options
    return new Set(this.screen.fields.filter(({ type }) => types.get(type)?.isSecret).map(({ key }) => key))
  }

  /** Head values, including computed ones; a new object after each change. */
  get head(): Values {
    return this.#head
  }

  /** The record when it was opened or last saved. */
  get initial(): Values {
    return this.#initial
  }

  /** The store of a detail table; undefined for any other key. */
  rows(key: string): RowStore | undefined {
    return this.#stores.get(key)
  }

  /** The whole current record, details inline. */
  get record(): Record<string, unknown> {
    const record: Record<string, unknown> = { ...this.#head }
    for (const [key, store] of this.#stores) record[key] = store.rows
    return record
  }

  /** Notifies of every changed head value, typed or computed; returns the unsubscribe function. */
  subscribeHead = (listener: () => void) => this.#listeners.on('head', listener)

  /** Notifies of a new initial record: after a save, here or elsewhere. */
  subscribeInitial = (listener: () => void) => this.#listeners.on('initial', listener)

  /** Sends deferred notifications at once: for example before a form is validated. */
  flushNotifications(): void {
    this.#scheduler.flush()
  }

  /** Joins changes of head and rows to one notification. */
  batch<T>(change: () => T): T {
    return this.#listeners.batch(change)
  }

  setHead(key: string, value: unknown): void {
    this.setHeads({ [key]: value })
  }

  /** Sets several head values as one change: a picker fills its destination fields. */
  setHeads(values: Values): void {
    this.pending.endWithChange('', Object.keys(values))
    const keys = Object.keys(values).filter((key) => this.#head[key] !== values[key])
    if (keys.length === 0) return
    this.batch(() => {
      for (const key of keys) {
        this.log.record('', { kind: 'head', key, before: this.#head[key], after: values[key] }, key)
      }
      this.#head = { ...this.#head, ...Object.fromEntries(keys.map((key) => [key, values[key]])) }
      this.#listeners.mark('head')
      this.#settle(new Set(keys), null)
    })
  }

  /** Shows values of other records in the head: no change of the user, no undo step. Formulas do not read them. */
  showHeads(values: Values): void {
    this.batch(() => {
      this.#head = { ...this.#head, ...values }
      this.#listeners.mark('head')
    })
  }

  /** The changes for the server: a whole record to add, or id, rev and changes of an edit. */
  body(mode: 'add' | 'edit'): Record<string, unknown> | EditBody {
    return mode === 'add'
      ? addBody(this.screen, this.record)
      : diffRecord(this.screen, this.#initial, this.record)
  }

  /**
   * Whether the body of an edit would contain anything; for a new record, whether anything was done to it. Pending
   * values count: they would be lost.
   */
  get isChanged(): boolean {
    if (this.hasPending) return true
    if (this.env.mode === 'add') return this.log.entries.length > 0
    return Object.keys(this.body('edit')).some((key) => key !== 'id' && key !== 'rev')
  }

  /** Whether a pending value blocks a save. */
  get hasPending(): boolean {
    return (
      this.pending.holdsUp(() => this.scope) ||
      [...this.#stores.values()].some((store) =>
        store.pending.holdsUp((id) => store.getScope(store.row(id) ?? {})),
      )
    )
  }

  /** All problems of head and rows; invalid cells are marked. */
  problems(): Problem[] {
    return [...this.headProblems(), ...[...this.#stores.keys()].flatMap((key) => this.rowProblems(key))]
  }

  headProblems(): Problem[] {
    const fields = this.screen.fields.filter((field) => !isDetail(field))
    const found = validateRecord(
      { ...this.screen, fields },
      withoutRows(this.screen, this.#head),
      this.#options,
    )
    if (!this.pending.has('')) return found
    const faults = new Map(found.map((problem) => [problem.path.slice(1), problem]))
    const all = this.pending.over(faults, '', this.scope)
    return fields.flatMap(({ key }) => {
      const fault = all.get(key)
      return fault ? [{ path: pointer(key), code: fault.code, text: fault.text }] : []
    })
  }

  /** All problems of the rows of a detail table; invalid cells are marked. */
  rowProblems(key: string): Problem[] {
    const store = this.#stores.get(key)
    if (!store || !isDetailChecked(store.detail, this.#options)) return []
    return isShown(store.detail, this.scope) ? store.validateAll() : []
  }

  /** Marks cells with problems from the server; returns the problems of the head, which the form shows. */
  showProblems(problems: readonly Problem[]): Problem[] {
    let rest = [...problems]
    for (const store of this.#stores.values()) rest = store.showProblems(rest)
    return rest
  }

  /** A formula with titles and with values: of the head, or of a detail row. Null if the key is not computed. */
  explain(key: string, detail: string | null = null, rowId?: string): Explained | null {
    const step = this.#steps.find((entry) => entry.detail === detail && entry.field.key === key)
    if (!step) return null
    const store = detail === null ? undefined : this.#stores.get(detail)
    const row = rowId === undefined ? undefined : store?.row(rowId)
    const scope = row && store ? store.getScope(row) : this.scope
    return explainFormula(step, this.screen, store?.detail.fields ?? [], scope)
  }

  /** Reveals the cell of the path of a problem; false for a path without a cell. */
  reveal(path: string): boolean {
    const [, detail = '', index, key] = path.split('/')
    const store = this.#stores.get(detail)
    const row = store?.rows[Number(index)]
    if (!store || !row || !key) return false
    store.reveal(row.id, key)
    return true
  }

  /**
   * Takes values of a saved row that are no local changes, such as looked-up ones: part of the initial record, so a
   * save does not send them. Cells changed here keep their value. Returns the keys that changed.
   */
  receive(detail: string, id: string, values: Values): string[] {
    const store = this.#stores.get(detail)
    const rows = getRows(this.#initial, detail)
    const before = rows.find((row) => row.id === id)
    const now = store?.row(id)
    if (!store || !before || !now) return []
    const isMine = (key: string) => !sameValue(before[key], now[key])
    const accepted = Object.fromEntries(
      Object.entries(values).filter(([key]) => key !== 'id' && !isMine(key)),
    )
    if (Object.keys(accepted).length === 0) return []
    this.#initial = {
      ...this.#initial,
      [detail]: rows.map((row) => (row === before ? store.rowWith(before as Row, accepted) : row)),
    }
    return store.receive(id, accepted)
  }

  /** Takes a saved record as the new initial record: its ids and revisions, no undo history, no changes. */
  load(record: Values, isMerge = false): void {
    this.#initial = record
    this.log.clear(isMerge)
    this.batch(() => {
      this.#head = withoutRows(this.screen, record)
      this.#listeners.mark('head')
      for (const [key, store] of this.#stores) store.load(getRows(record, key))
      this.#listeners.mark('initial')
    })
  }

  #makeStores(start: Values): void {
    for (const detail of this.screen.fields) {
      if (!isDetail(detail)) continue
      const columns = [...this.#summed.values()].flatMap((names) => [...names])
      const prefix = `${detail.key}.`
      const store = new RowStore({
        detail,
        rows: getRows(start, detail.key),
        steps: this.#steps.filter((step) => step.detail === detail.key),
        checks: compileChecks(detail.fields, this.#options),
        totals: columns.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
        outside: this.scope,
        types: this.#options.types,
        blank: () => newRow(this.screen, detail, this.env, { head: this.#head, types: this.#options.types }),
        log: this.log,
        scheduler: this.#scheduler,
        settle: (changes) => this.#settleRows(detail.key, changes),
      })
      this.#stores.set(detail.key, store)
      // Rows without ids got temporary ones; the initial record must have the same rows.
      this.#initial = { ...this.#initial, [detail.key]: [...store.rows] }
    }
  }

  /** The scope of a formula; columns that it only sums are their running sums. */
  #scopeFor(step: Formula): Scope {
    return recordScope(this, this.#summed.get(step))
  }

  #settleRows(detail: string, changes: ChangeSet): void {
    const changed = new Set([...changes.columns].map((key) => `${detail}.${key}`))
    if (changes.structure) changed.add(detail)
    this.batch(() => this.#settle(changed, { detail, rows: changes.rows }))
  }

  /** Walks the graph once in order and computes the readers of changed values; an unchanged result stops there. */
  #settle(changed: Set<string>, changes: { detail: string; rows: Map<string, Set<string>> } | null): void {
    const near = new Map<string, Map<string, Set<string>>>()
    if (changes) near.set(changes.detail, changes.rows)
    for (const step of this.#steps) {
      if (step.local) continue
      const outside = this.#scopeFor(step)
      const isReached = step.others.some((name) => changed.has(name))
      if (step.detail === null) {
        if (!isReached) continue
        const value = computeStep(step, outside)
        if (!this.#defaults.isTaken(step, '', this.#head[step.field.key], value)) continue
        this.#head = { ...this.#head, [step.field.key]: value }
        this.#listeners.mark('head')
        changed.add(step.node)
        continue
      }
      const store = this.#stores.get(step.detail)
      if (!store) continue
      const rows = near.get(step.detail) ?? new Map<string, Set<string>>()
      near.set(step.detail, rows)
      // All keys of an inserted row count as changed, its computed ones included.
      const reads = (id: string) => [...step.sameRow, step.field.key].some((key) => rows.get(id)?.has(key))
      const ids = isReached ? store.rows.map((row) => row.id) : [...rows.keys()].filter(reads)
      if (this.#computeRows(store, step, ids, outside, rows)) changed.add(step.node)
    }
  }

  #computeRows(
    store: RowStore,
    step: Formula,
    ids: readonly string[],
    outside: Scope,
    changedKeys: Map<string, Set<string>>,
  ): boolean {
    let isChanged = false
    store.batch(() => {
      for (const id of ids) {
        const row = store.row(id)
        const value = row && computeStep(step, store.getScope(row, outside))
        if (!row || !this.#defaults.isTaken(step, id, row[step.field.key], value)) continue
        store.setComputed(id, step.field.key, value, step.isDefault)
        changedKeys.set(id, (changedKeys.get(id) ?? new Set()).add(step.field.key))
        isChanged = true
      }
    })
    return isChanged
  }
}
