import type { PasteVerb } from '#runtime/record/paste/paste.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { clearBlock } from '../range/cells.ts'
import type { Block } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { Observable } from '../state/observable.ts'
import { copyBlock } from './copy.ts'
import { type PasteOutcome, pasteBlock } from './paste.ts'

/** A larger block must be imported as a file. */
const MAX_CELLS = 200_000
const NO_ROWS: Block = { top: 0, bottom: 0, left: 0, right: 0 }

/** What the clipboard of a table is doing, and the result of the last time until it is dismissed. */
export interface ClipboardState {
  busy: PasteVerb | null
  outcome: PasteOutcome | null
}

/** Copying and cutting the selected block, and pasting or importing rows. */
export class GridClipboard {
  readonly state = new Observable<ClipboardState>({ busy: null, outcome: null })
  /** Opens the choice of a workbook; null while it is not drawn. */
  chooseFile: (() => void) | null = null
  readonly #grid: GridState
  readonly #screen: string | null
  #endOutcome: (() => void) | undefined

  /** `screen` is the id of the screen whose generic routes read workbooks; null if it has other routes. */
  constructor(grid: GridState, screen: string | null) {
    this.#grid = grid
    this.#screen = screen
  }

  /** Puts the selected block on the clipboard; returns whether there was one. */
  copy(data: DataTransfer): boolean {
    const block = this.#grid.range.get()
    if (block) copyBlock(this.#grid, block, data)
    return block !== null
  }

  cut(data: DataTransfer): boolean {
    const block = this.#grid.range.get()
    if (!block) return false
    copyBlock(this.#grid, block, data)
    if (!this.#grid.isFrozen) clearBlock(this.#grid, block)
    return true
  }

  /** Pastes texts from the first cell of the range on; into a table without rows as new rows. */
  async paste(texts: readonly (readonly string[])[]): Promise<void> {
    const { services, range, visibleRows } = this.#grid
    const at = range.get() ?? (visibleRows.count === 0 ? NO_ROWS : null)
    if (!at || texts.length === 0) return
    if (texts.length * (texts[0]?.length ?? 0) > MAX_CELLS)
      return services.notify('warning', '一次最多粘贴 20 万格，请改用导入')
    await this.#run('粘贴', async () => {
      try {
        const outcome = await pasteBlock(this.#grid, texts, at)
        // A single cell shows its result itself.
        return outcome.taken === 1 && outcome.passed + outcome.issues.length === 0 ? null : outcome
      } catch (error) {
        const notice = noticeText(error)
        if (notice) services.notify('error', `没有粘贴：${notice}`)
        return undefined
      }
    })
  }

  /** The rows of a sheet have no place in a tree. */
  get canImport(): boolean {
    return this.#grid.canAdd && !this.#grid.tree && this.#screen !== null
  }

  /** Adds the rows of a workbook. */
  async importFile(file: File): Promise<void> {
    const { services } = this.#grid
    const screen = this.#screen
    if (screen === null) return
    await this.#run('导入', async () => {
      try {
        const { importRows } = await import('./import-rows.ts')
        return await importRows(this.#grid, screen, file)
      } catch (error) {
        const notice = noticeText(error)
        if (notice) services.notify('warning', notice)
        return undefined
      }
    })
  }

  dismiss(): void {
    this.#show(null)
  }

  /** `work` returns undefined if it failed: the result of the time before stays. */
  async #run(busy: PasteVerb, work: () => Promise<PasteOutcome | null | undefined>): Promise<void> {
    this.state.set({ ...this.state.get(), busy })
    const outcome = await work()
    if (outcome !== undefined) this.#show(outcome)
    this.state.set({ ...this.state.get(), busy: null })
  }

  #show(outcome: PasteOutcome | null): void {
    this.#endOutcome?.()
    this.#endOutcome = outcome ? this.#followLog(outcome) : undefined
    this.state.set({ ...this.state.get(), outcome })
  }

  /** An undone or saved paste needs no report; its marks are removed too. The save of another user ends neither. */
  #followLog(outcome: PasteOutcome): (() => void) | undefined {
    const { store } = this.#grid
    if (outcome.taken === 0) return undefined
    return store.subscribeLog(() => {
      const { entries, merged } = store.log
      if (merged.has(outcome.step) || entries.some(({ step }) => step === outcome.step)) return
      store.validateRows(outcome.issues.flatMap(({ rowId }) => rowId ?? []))
      this.#show(null)
    })
  }
}
