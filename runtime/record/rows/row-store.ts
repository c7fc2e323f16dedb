import { appError } from '#runtime/kernel/errors.ts'
import type { Scope } from '#runtime/kernel/expression.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import type { ChangeSet, RowIds } from '../changes/change-set.ts'
import {
  type CellChange,
  type Command,
  CommandLog,
  type Placed,
  type Row,
  valuesByRow,
} from '../changes/command-log.ts'
import { diffRows, isTemporary, keyedRow, type RowsDelta, temporaryId } from '../changes/delta.ts'
import { PendingValues } from '../changes/pending-values.ts'
import { isDisabled } from '../checks/conditions.ts'
import type { ColumnTotal } from '../formulas/column-total.ts'
import { ForeignCells } from '../paste/foreign-cells.ts'
import type { Values } from '../scope.ts'
import { sortedIds, withDescendants } from '../tree.ts'
import { type CellErrors, RowChecks } from './row-checks.ts'
import { RowCompute } from './row-compute.ts'
import { RowCounts } from './row-counts.ts'
import { RowEvents } from './row-events.ts'
import { RowList } from './row-list.ts'
import { RowPaging } from './row-paging.ts'
import { RowSelection } from './row-selection.ts'
import type { RowStoreSetup } from './row-setup.ts'
import { RowValidator } from './row-validator.ts'

/**
 * The rows of one detail table while its record is open. Rows are immutable and have one subscription each, so a key
 * press costs one row regardless of the number of rows. Every change is a command in the log; computed cells are
 * updated automatically.
 */
export class RowStore extends RowEvents {
  readonly detail: DetailField
  readonly log: CommandLog
  readonly #setup: RowStoreSetup
  readonly #list: RowList
  readonly #compute: RowCompute
  readonly #counts: RowCounts
  readonly #checks: RowChecks
  readonly #validator: RowValidator
  /** The defaults of a new row. */
  readonly blank: () => Values
  readonly selection: RowSelection
  readonly paging: RowPaging
  /** Pending values of cells; removing a row removes its pending values. */
  readonly pending: PendingValues
  /** Cells that other pages changed and have not saved. */
  readonly foreign: ForeignCells
  #initial: readonly Row[]

  constructor(setup: RowStoreSetup) {
    super(setup.scheduler)
    this.#setup = setup
    this.detail = setup.detail
    this.log = setup.log ?? new CommandLog()
    this.blank = setup.blank ?? (() => ({}))
    this.#compute = new RowCompute(setup)
    this.#initial = setup.rows.map(keyedRow)
    this.#list = new RowList(this.#initial)
    this.selection = new RowSelection(this.listeners, (id) => this.isSelectable(this.row(id)))
    this.paging = new RowPaging(this.listeners, setup.detail.pageSize, () => this.rows.length)
    this.pending = new PendingValues(setup.detail.fields, (id, key) =>
      this.#validator.revalidateCell(id, key),
    )
    this.#checks = new RowChecks(setup.checks ?? [], () => this.#list.rows, this.pending)
    this.#counts = new RowCounts(setup, this.#initial, this.#compute.keys, this.#checks, this.listeners)
    this.#validator = new RowValidator(setup.detail, this.#list, this.#checks, this.#compute, this.listeners)
    this.foreign = new ForeignCells(this.listeners, {
      initial: () => this.#initial,
      row: (id) => this.row(id),
      changes: (row, values) => this.#compute.changes(row, values),
    })
  }

  /** The rows in order: a live list, to be read and not stored. */
  get rows(): readonly Row[] {
    return this.#list.rows
  }
  row(id: string): Row | undefined {
    return this.#list.get(id)
  }
  indexOf(id: string): number {
    return this.#list.indexOf(id)
  }
  /** Sum and count of the numbers in a column with statistics. */
  total(key: string): ColumnTotal | undefined {
    return this.#counts.totals.get(key)
  }
  /** Messages of the cells of a row by key; undefined for none. The object changes only when the messages do. */
  findErrors(id: string): CellErrors | undefined {
    return this.#checks.findErrors(id)
  }
  get errorCount(): number {
    return this.#checks.errorCount
  }

  /** The scope of the expressions of a row; `outside` in place of the usual one around it. */
  getScope(row: Values, outside?: Scope): Scope {
    return this.#compute.scope(row, outside)
  }

  /** Rows that `disabledRows` names cannot be selected. */
  isSelectable(row: Values | undefined): boolean {
    const { disabledRows } = this.detail
    return disabledRows === undefined || !row || !isDisabled({ disableIf: disabledRows }, this.getScope(row))
  }

  /** Sets cells that another user changed: no local change, no undo step. Returns their keys. */
  receive(id: string, values: Values): string[] {
    const row = this.row(id)
    const cells = row ? this.#compute.changes(row, values) : []
    this.log.correct(this.detail.key, cells)
    this.batch(() => {
      this.#apply({ kind: 'cells', cells })
      this.listeners.mark('log')
    })
    return cells.map(({ key }) => key)
  }
  /** A row as it would be with these values, including its own formulas. */
  rowWith(row: Row, values: Values): Row {
    return this.#compute.recompute({ ...row, ...values }, new Set(Object.keys(values)))
  }

  /** Sets one cell and recomputes the row. Changes with the same `step` are one undo step. */
  setCell(id: string, key: string, value: unknown, step?: string): void {
    this.setCells([{ id, values: { [key]: value } }], step)
  }

  /** Sets cells of several rows as one step. Ids of removed rows are skipped. */
  setCells(changes: readonly { id: string; values: Values }[], step?: string): void {
    const cells: CellChange[] = []
    for (const { id, values } of changes) {
      const row = this.row(id)
      if (row) cells.push(...this.#compute.changes(row, values))
    }
    if (cells.length > 0) this.perform({ kind: 'cells', cells }, step)
    for (const { id, values } of changes) this.pending.endWithChange(id, Object.keys(values))
  }

  /**
   * Inserts rows (defaults first, then the given values) before position `at`; returns their ids. A temporary id is
   * kept.
   */
  insert(at: number, inputs: readonly Values[] = [{}], step?: string): string[] {
    const rows = inputs.map((values, index): Placed => {
      const hasTemporaryId = typeof values.id === 'string' && isTemporary(values.id) && !this.row(values.id)
      const id = hasTemporaryId ? String(values.id) : temporaryId()
      const row: Row = { ...this.blank(), ...values, id }
      return { at: at + index, row: this.#compute.complete(row) }
    })
    if (rows.length > 0) this.perform({ kind: 'insert', rows }, step)
    return rows.map(({ row }) => row.id)
  }

  /** Removes rows with their descendants as one step. */
  remove(ids: readonly string[], step?: string): void {
    if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string')) throw appError('BAD_ROWS')
    const removedIds = withDescendants(this.rows, this.detail.tree?.parent, ids)
    const rows = this.rows.flatMap((row, at): Placed[] => (removedIds.has(row.id) ? [{ at, row }] : []))
    if (rows.length > 0) this.perform({ kind: 'remove', rows }, step)
  }

  /** The rows without those that hold only their defaults. */
  get filledRows(): readonly Row[] {
    return this.#counts.blank.filled(this.rows)
  }

  /** Removes the rows that hold only their defaults and no pending value, as one step. */
  removeBlank(): void {
    const filled = new Set(this.filledRows)
    this.remove(this.rows.flatMap((row) => (filled.has(row) || this.pending.has(row.id) ? [] : row.id)))
  }

  /** Reorders the rows as one step. */
  arrange(after: readonly string[]): void {
    const before = this.rows.map((row) => row.id)
    if (after.some((id, place) => id !== before[place])) this.perform({ kind: 'order', before, after })
  }

  /** Sorts the rows as one step; children stay under their parents. */
  sort(compare: (a: Row, b: Row) => number): void {
    this.arrange(sortedIds(this.rows, this.detail.tree?.parent, compare))
  }

  /** Moves a row to position `to`; a position outside the list is ignored. */
  move(id: string, to: number): void {
    const from = this.indexOf(id)
    if (from < 0 || to < 0 || to >= this.rows.length || from === to) return
    this.perform({ kind: 'move', id, from, to })
  }

  get canUndo(): boolean {
    return this.log.canUndo(this.detail.key)
  }
  get canRedo(): boolean {
    return this.log.canRedo(this.detail.key)
  }
  /** Reverts a step and removes it from the history. */
  cancel(step: string): void {
    this.#applyAll(this.log.cancel(this.detail.key, step), this.log.corrected)
  }
  /** Undoes the last step; returns the commands that did so. */
  undo = (): readonly Command[] => this.#applyAll(this.log.undo(this.detail.key), this.log.corrected)
  redo = (): readonly Command[] => this.#applyAll(this.log.redo(this.detail.key), this.log.corrected)

  /** Performs a command and adds it to the log; the formulas of the rows in `computed` are computed again. */
  perform(command: Command, step?: string, computed?: RowIds): void {
    this.log.record(this.detail.key, command, step)
    this.#applyAll([command], computed)
  }

  /** Joins changes to one notification: listeners are called once per row, when the outermost batch ends. */
  batch<T>(change: () => T): T {
    return this.listeners.batch(change)
  }

  /** Sets a computed cell, a default, or a value of another record, without a log entry. */
  setComputed(id: string, key: string, value: unknown, isDefault = false): void {
    const row = this.row(id)
    if (row) this.#replace({ ...row, [key]: value }, row, isDefault ? key : undefined)
  }

  /** Validates every row, marks invalid cells, and returns the problems of rows and of their number. */
  validateAll(): Problem[] {
    return this.batch(() => this.#validator.all())
  }

  /** Validates the cells of rows added as a block: pasted rows, rows of a draft. */
  validateRows(ids: readonly string[]): void {
    this.batch(() => this.#validator.rows(ids))
  }

  /** Called when the focus leaves a cell: marks its problem, also when nothing was typed. */
  leave(id: string, key: string): void {
    const row = this.findErrors(id)?.[key] === undefined ? this.row(id) : undefined
    const fault = row && this.#checks.faults(row, this.getScope(row), new Set([key])).get(key)
    if (fault) this.markError(id, key, fault.text)
  }

  /**
   * Marks cells with problems from the server (`/items/0/fnum`); returns the problems that name no cell of these
   * rows.
   */
  showProblems(problems: readonly Problem[]): Problem[] {
    return this.batch(() => this.#validator.show(problems))
  }

  /** Marks one cell as invalid until it or its row is validated again. */
  markError(id: string, key: string, text: string): void {
    this.batch(() => this.#validator.markError(id, key, text))
  }

  /** Marks a cell whose text was not taken, such as a pasted one that is no value, until its value changes. */
  refuseText(id: string, key: string, text: string): void {
    this.batch(() => this.#validator.refuse(id, key, text))
  }

  /** The marks of texts that were not taken, by row and column. */
  get refusedTexts(): ReadonlyMap<string, CellErrors> {
    return this.#checks.refused
  }

  /** The changes to send to the server; see RowsDelta. */
  delta(): RowsDelta {
    return diffRows(this.detail, this.#initial, this.rows)
  }

  /** Takes the rows of the answer of a save; the log is reset by the `clear` of its owner. */
  load(rows: readonly Values[]): void {
    this.#initial = rows.map((row) => keyedRow({ ...row, id: String(row.id) }))
    this.batch(() => {
      const selected = this.#initial.flatMap(({ id }) => (this.selection.has(id) ? [id] : []))
      const old = this.rows.map((row, at): Placed => ({ at, row }))
      const added = this.#initial.map((row, at): Placed => ({ at, row }))
      if (old.length > 0) this.#apply({ kind: 'remove', rows: old })
      if (added.length > 0) this.#apply({ kind: 'insert', rows: added })
      this.selection.set(selected, true)
      this.foreign.settle()
      this.listeners.mark('log')
    })
  }

  #applyAll(commands: readonly Command[], computed?: RowIds): readonly Command[] {
    if (commands.length === 0) return commands
    this.batch(() => {
      for (const command of commands) {
        this.#apply(command, computed)
        if (command.kind !== 'cells') continue
        for (const { id, key } of command.cells) this.pending.endWithChange(id, [key])
        this.notifyCells(command.cells)
      }
      this.listeners.mark('log')
    })
    return commands
  }

  #apply(command: Command, computed?: RowIds): void {
    const changes: ChangeSet = { columns: new Set(), rows: new Map(), structure: false }
    if (command.kind === 'cells') this.#applyCells(command.cells, changes, computed)
    else if (command.kind === 'move') this.#list.move(command.from, command.to)
    else if (command.kind === 'order') this.#list.order(command.after)
    else if (command.kind === 'insert') {
      this.#list.insert(command.rows)
      const defaults = this.blank()
      for (const { row: input } of command.rows) {
        const row = computed?.has(input.id) ? this.#compute.complete(input) : input
        if (row !== input) this.#list.replace(row)
        this.#counts.add(row, defaults)
        changes.rows.set(row.id, new Set(this.#compute.keys))
      }
    } else if (command.kind === 'remove') {
      for (const row of this.#list.remove(new Set(command.rows.map((placed) => placed.row.id))))
        this.#forget(row)
    }
    if (command.kind !== 'cells') {
      this.listeners.mark('structure')
      changes.structure = command.kind === 'insert' || command.kind === 'remove'
      if (changes.structure) changes.columns = new Set(this.#compute.keys)
    }
    this.#setup.settle?.(changes)
    this.#validator.recheck(changes, command.kind === 'cells')
  }

  #applyCells(cells: readonly CellChange[], changes: ChangeSet, computed?: RowIds): void {
    for (const [id, values] of valuesByRow(cells)) {
      const row = this.row(id)
      if (!row) continue
      const [next, keys] = [{ ...row, ...values }, new Set(Object.keys(values))]
      this.#replace(computed?.has(id) ? this.#compute.recompute(next, keys) : next, row)
      changes.rows.set(id, keys)
      // The first value of a blank row counts its defaults too.
      const isFilled = this.#counts.blank.has(row) !== this.#counts.blank.has(next)
      for (const key of isFilled ? this.#compute.keys : keys) changes.columns.add(key)
      changes.structure ||= isFilled
    }
  }

  #forget(row: Row): void {
    this.#counts.remove(row)
    this.pending.forget(row.id)
    this.#validator.forget(row.id)
    this.selection.forget(row.id)
  }

  #replace(row: Row, old: Row, followed?: string): void {
    this.#list.replace(row)
    this.listeners.mark(`row ${row.id}`)
    const { tree } = this.detail
    if (tree && row[tree.parent] !== old[tree.parent]) this.listeners.mark('structure')
    if (this.selection.has(row.id) && !this.isSelectable(row)) this.selection.forget(row.id)
    this.#counts.replace(old, row, followed)
  }
}
