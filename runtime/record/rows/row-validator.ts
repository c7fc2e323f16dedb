import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import type { ChangeSet } from '../changes/change-set.ts'
import { checkRowCount } from '../checks/validate.ts'
import type { Listeners } from '../listeners.ts'
import { treeProblems } from '../tree.ts'
import { type CellErrors, listMessages, type RowChecks } from './row-checks.ts'
import type { RowCompute } from './row-compute.ts'
import type { RowList } from './row-list.ts'

/**
 * Decides when which cells are validated, and marks them; RowChecks computes the problems. Callers notify by a batch.
 */
export class RowValidator {
  readonly #detail: DetailField
  readonly #list: RowList
  readonly #checks: RowChecks
  readonly #compute: RowCompute
  readonly #listeners: Listeners

  constructor(
    detail: DetailField,
    list: RowList,
    checks: RowChecks,
    compute: RowCompute,
    listeners: Listeners,
  ) {
    this.#detail = detail
    this.#list = list
    this.#checks = checks
    this.#compute = compute
    this.#listeners = listeners
  }

  /** Validates every row and the number of rows; returns all problems. */
  all(): Problem[] {
    const problems: Problem[] = []
    const count = checkRowCount(this.#detail, this.#list.rows.length)
    if (count) problems.push(count)
    this.#checks.beginPass()
    for (const [index, row] of this.#list.rows.entries()) {
      const faults = this.#checks.faults(row, this.#compute.scope(row))
      for (const [key, fault] of faults)
        problems.push({ path: pointer(this.#detail.key, index, key), ...fault })
      this.#setAll(row.id, listMessages(faults))
    }
    const hanging = treeProblems(this.#detail, this.#list.rows)
    this.show(hanging)
    return problems.concat(hanging)
  }

  rows(ids: Iterable<string>): void {
    this.#checks.beginPass()
    for (const id of ids) {
      const row = this.#list.get(id)
      if (row) this.#setAll(id, listMessages(this.#checks.faults(row, this.#compute.scope(row))))
    }
  }

  show(problems: readonly Problem[]): Problem[] {
    return problems.filter(({ path, text }) => {
      const [, detail, index, key] = path.split('/')
      const row = detail === this.#detail.key ? this.#list.rows[Number(index)] : undefined
      if (!row || !key) return true
      this.markError(row.id, key, text)
      return false
    })
  }

  markError(id: string, key: string, text: string): void {
    this.#set(id, { ...this.#checks.findErrors(id), [key]: text })
  }

  /** Marks a cell whose text was not taken: other changes of its row leave the mark. */
  refuse(id: string, key: string, text: string): void {
    this.#checks.refuse(id, key, text)
    this.markError(id, key, text)
  }

  /** The pending value of a cell changed: notifies the subscribers of the row, for any state of the cell. */
  revalidateCell(id: string, key: string): void {
    this.recheck({ columns: new Set(), rows: new Map([[id, new Set([key])]]), structure: false }, true)
    this.#listeners.mark(`row ${id}`)
    this.#listeners.flush()
  }

  forget(id: string): void {
    this.#setAll(id, {})
  }

  /**
   * Validates changed cells and invalid cells of their rows. If rows were added or removed or a unique column
   * changed, every invalid row is validated again: its duplicate may have been removed. New rows are validated on save.
   */
  recheck(changes: ChangeSet, validateChanged: boolean): void {
    const ids = new Set(validateChanged ? changes.rows.keys() : [])
    const uniqueMoved = this.#checks.uniqueKeys.some((key) => changes.columns.has(key))
    if (uniqueMoved) for (const id of this.#checks.wrongRows) ids.add(id)
    for (const id of ids) {
      const row = this.#list.get(id)
      if (!row) continue
      const changed = validateChanged ? changes.rows.get(id) : undefined
      const faults = this.#checks.faults(row, this.#compute.scope(row), this.#checks.due(id, changed))
      this.#set(id, this.#checks.withRefused(id, listMessages(faults), changed))
    }
  }

  /** Sets the messages of a whole row. */
  #setAll(id: string, errors: CellErrors): void {
    this.#checks.forgetRefused(id)
    this.#set(id, errors)
  }

  #set(id: string, errors: CellErrors): void {
    if (!this.#checks.set(id, errors)) return
    this.#listeners.mark(`row ${id}`)
    this.#listeners.mark('errors')
  }
}
