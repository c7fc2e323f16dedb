import type { Values } from '../scope.ts'
import { sameValue } from './delta.ts'

/** A detail row in the store: immutable, wire values under field keys, with an id from the start. */
export type Row = Values & { readonly id: string }

/** A row and its position in the list. */
export interface Placed {
  at: number
  row: Row
}

export interface CellChange {
  id: string
  key: string
  before: unknown
  after: unknown
}

/**
 * One invertible change, plain JSON: `head` for a head value, the others for detail rows; `rows` ascend by position.
 */
export type Command =
  | { kind: 'head'; key: string; before: unknown; after: unknown }
  | { kind: 'cells'; cells: readonly CellChange[] }
  | { kind: 'insert'; rows: readonly Placed[] }
  | { kind: 'remove'; rows: readonly Placed[] }
  | { kind: 'move'; id: string; from: number; to: number }
  | { kind: 'order'; before: readonly string[]; after: readonly string[] }

/** The commands of one user action. `scope` is the key of a detail table, or '' for the head. */
export interface LogEntry {
  readonly scope: string
  /**
   * Consecutive changes of one scope with the same step are one entry: a cell being typed, a picker with its lookups.
   */
  readonly step: string | undefined
  readonly commands: readonly Command[]
}

/** The new values of cells, by row. */
export function valuesByRow(cells: readonly CellChange[]): Map<string, Record<string, unknown>> {
  const byRow = new Map<string, Record<string, unknown>>()
  for (const { id, key, after } of cells) {
    const values = byRow.get(id) ?? {}
    values[key] = after
    byRow.set(id, values)
  }
  return byRow
}

/** The inverse of a command. */
export function invert(command: Command): Command {
  if (command.kind === 'insert') return { kind: 'remove', rows: command.rows }
  if (command.kind === 'remove') return { kind: 'insert', rows: command.rows }
  if (command.kind === 'move') return { ...command, from: command.to, to: command.from }
  if (command.kind === 'head') return { ...command, before: command.after, after: command.before }
  if (command.kind === 'order') return { ...command, before: command.after, after: command.before }
  const cells = command.cells.map((cell) => ({ ...cell, before: cell.after, after: cell.before }))
  return { kind: 'cells', cells: cells.reverse() }
}

/** The command if the cells had held `after` in place of `before`. */
function corrected(command: Command, cells: readonly CellChange[]): Command {
  const swap = (id: string, key: string, value: unknown): unknown => {
    const found = cells.find((cell) => cell.id === id && cell.key === key)
    return found && sameValue(value, found.before) ? found.after : value
  }
  const matchesRow = (id: string) => cells.some((cell) => cell.id === id)
  if (command.kind === 'cells') {
    if (!command.cells.some(({ id }) => matchesRow(id))) return command
    const turned = ({ id, key, before, after }: CellChange): CellChange => ({
      id,
      key,
      before: swap(id, key, before),
      after: swap(id, key, after),
    })
    return { kind: 'cells', cells: command.cells.map((cell) => (matchesRow(cell.id) ? turned(cell) : cell)) }
  }
  if (command.kind !== 'insert' && command.kind !== 'remove') return command
  if (!command.rows.some(({ row }) => matchesRow(row.id))) return command
  const turned = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, swap(row.id, key, value)])) as Row
  const rows = command.rows.map(({ at, row }) => ({ at, row: matchesRow(row.id) ? turned(row) : row }))
  return { kind: command.kind, rows }
}

/** Whether an entry gives a cell its value: sets it, or inserts its row. */
const changes = ({ commands }: LogEntry, { id, key }: CellChange): boolean =>
  commands.some((command) =>
    command.kind === 'cells'
      ? command.cells.some((cell) => cell.id === id && cell.key === key)
      : command.kind === 'insert' && command.rows.some(({ row }) => row.id === id),
  )

const cellName = (cell: CellChange): string => `${cell.id}\n${cell.key}`

/** Joins a command to those of its step: a cell set twice keeps its first `before` and its last `after`. */
function join(commands: readonly Command[], next: Command): Command[] {
  const last = commands.at(-1)
  if (last?.kind === 'head' && next.kind === 'head' && last.key === next.key) {
    return [...commands.slice(0, -1), { ...last, after: next.after }]
  }
  if (last?.kind !== 'cells' || next.kind !== 'cells') return [...commands, next]
  const cells = new Map(last.cells.map((cell) => [cellName(cell), cell]))
  for (const cell of next.cells) {
    const previous = cells.get(cellName(cell))
    cells.set(cellName(cell), previous ? { ...previous, after: cell.after } : cell)
  }
  return [...commands.slice(0, -1), { kind: 'cells', cells: [...cells.values()] }]
}

/**
 * The one list of all changes of a record: undo and redo walk it (per scope), a draft stores and replays it, a merge
 * reads the locally changed cells from it. It holds data only; the owner of a scope performs its commands.
 */
export class CommandLog {
  #done: LogEntry[] = []
  #version = 0
  readonly #undone = new Map<string, LogEntry[]>()
  /** Rows in which another user changed something: values computed there by an earlier local step may be outdated. */
  readonly corrected = new Set<string>()
  /** Steps without an entry since a merge: what they changed is not saved yet. */
  readonly merged = new Set<string>()

  /** Grows with every command performed, undone or dropped. */
  get version(): number {
    return this.#version
  }

  /** All commands in effect, oldest first. */
  get entries(): readonly LogEntry[] {
    return this.#done
  }

  /** Appends a command; undone commands of its scope can no longer be redone. */
  record(scope: string, command: Command, step?: string): void {
    this.#version += 1
    this.#undone.delete(scope)
    const at = this.#done.length - 1
    const last = this.#done[at]
    if (last && step !== undefined && last.step === step && last.scope === scope) {
      this.#done[at] = { ...last, commands: join(last.commands, command) }
    } else if (!this.#recordLate(scope, command, step)) this.#done.push({ scope, step, commands: [command] })
  }

  /**
   * Adds cells to an earlier entry of their step: the lookup of a picked record that arrives while the next cell is
   * typed. A cell that a later entry changed or inserted gets its value there. Returns whether there is such an entry.
   */
  #recordLate(scope: string, command: Command, step: string | undefined): boolean {
    const index =
      step === undefined
        ? -1
        : this.#done.findLastIndex((entry) => entry.step === step && entry.scope === scope)
    if (index < 0 || command.kind !== 'cells') return false
    for (const cell of command.cells) {
      const at = Math.max(
        index,
        this.#done.findLastIndex((entry) => entry.scope === scope && changes(entry, cell)),
      )
      const entry = this.#done[at]
      if (entry)
        this.#done[at] = { ...entry, commands: join(entry.commands, { kind: 'cells', cells: [cell] }) }
      // Undoing a later entry restores values from before this command.
      this.corrected.add(cell.id)
    }
    return true
  }

  canUndo(scope: string): boolean {
    return this.#done.some((entry) => entry.scope === scope)
  }

  canRedo(scope: string): boolean {
    return (this.#undone.get(scope)?.length ?? 0) > 0
  }

  /** Undoes the last entry of the scope and returns the inverse commands in order. */
  undo(scope: string): Command[] {
    const at = this.#done.findLastIndex((entry) => entry.scope === scope)
    const entry = this.#done[at]
    if (!entry) return []
    this.#version += 1
    this.#done.splice(at, 1)
    this.#undone.set(scope, [...(this.#undone.get(scope) ?? []), entry])
    return [...entry.commands].reverse().map(invert)
  }

  /** Undoes a step for good if it is the last of the scope: Esc in a cell. */
  cancel(scope: string, step: string): Command[] {
    const last = this.#done.findLast((entry) => entry.scope === scope)
    if (last?.step !== step) return []
    const commands = this.undo(scope)
    this.#undone.get(scope)?.pop()
    return commands
  }

  /** Redoes the last undone entry and returns its commands. */
  redo(scope: string): readonly Command[] {
    const entry = this.#undone.get(scope)?.pop()
    if (!entry) return []
    this.#version += 1
    // A step ends with its undo: typing after a redo is a new action.
    this.#done.push({ ...entry, step: undefined })
    return entry.commands
  }

  /**
   * Corrects the initial values of cells without local changes: undone commands, and commands that may be redone,
   * start from and lead to the corrected values.
   */
  correct(scope: string, cells: readonly CellChange[]): void {
    for (const { id } of cells) this.corrected.add(id)
    const correctEntry = (entry: LogEntry): LogEntry => {
      if (entry.scope !== scope) return entry
      const commands = entry.commands.map((command) => corrected(command, cells))
      return commands.some((command, at) => command !== entry.commands[at]) ? { ...entry, commands } : entry
    }
    this.#done = this.#done.map(correctEntry)
    for (const [name, undone] of this.#undone) this.#undone.set(name, undone.map(correctEntry))
  }

  /**
   * After a save all values are stored: no undo history, no draft. `isMerge`: it was the save of another user, the local
   * changes remain.
   */
  clear(isMerge = false): void {
    this.#version += 1
    if (!isMerge) this.merged.clear()
    else for (const { step } of this.#done) if (step !== undefined) this.merged.add(step)
    this.#done = []
    this.#undone.clear()
    this.corrected.clear()
  }
}
