import type { CellChange } from '../changes/command-log.ts'
import { Listeners } from '../listeners.ts'
import { NotificationScheduler } from './notification-scheduler.ts'

type CellListener = (cells: readonly CellChange[]) => void

/** Subscriptions to the rows of a detail table. */
export class RowEvents {
  readonly scheduler: NotificationScheduler
  protected readonly listeners: Listeners

  constructor(scheduler = new NotificationScheduler()) {
    this.scheduler = scheduler
    this.listeners = new Listeners(scheduler)
  }

  /** Grows with every insert, remove and move. */
  get structure(): number {
    return this.listeners.version('structure')
  }
  /** Grows whenever a total may have changed. */
  get totalsVersion(): number {
    return this.listeners.version('totals')
  }
  /** Makes the view of the rows reveal a cell and activate it. */
  reveal(id: string, key: string): void {
    this.revealed = { id, key }
    this.listeners.mark('reveal')
    this.listeners.flush()
  }
  revealed: { id: string; key: string } | null = null
  /** The ids under which the last save stored new rows, by their temporary ids. */
  storedIds: ReadonlyMap<string, string> = new Map()

  /** Grows with every command performed or undone, and with changes of other users. */
  get version(): number {
    return this.listeners.version('log')
  }
  subscribeLog = (listener: () => void) => this.listeners.on('log', listener)
  subscribeReveal = (listener: () => void) => this.listeners.on('reveal', listener)
  subscribeRow = (id: string, listener: () => void) => this.listeners.on(`row ${id}`, listener)
  subscribeStructure = (listener: () => void) => this.listeners.on('structure', listener)
  subscribeTotals = (listener: () => void) => this.listeners.on('totals', listener)
  subscribeErrors = (listener: () => void) => this.listeners.on('errors', listener)
  subscribeSelection = (listener: () => void) => this.listeners.on('selection', listener)
  subscribePaging = (listener: () => void) => this.listeners.on('paging', listener)

  /** Notifies of every local change of cells, not of received changes. */
  subscribeCells(listener: CellListener): () => void {
    this.#cellListeners.add(listener)
    return () => this.#cellListeners.delete(listener)
  }
  protected notifyCells(cells: readonly CellChange[]): void {
    for (const notify of this.#cellListeners) notify(cells)
  }
  readonly #cellListeners = new Set<CellListener>()
}
