/** How a text editor is entered: its text selected, so that typing replaces it, or the caret at its end. */
export type EditorEntry = 'all' | 'end'

/** The drawn table as its controller uses it. Without one (in tests) the state alone changes. */
export interface GridSurface {
  /** Focuses the grid. */
  focus(): void
  /** Focuses the grid after a button added this row, which is active. */
  enter(rowId: string): void
  /** Focuses the grid if the focus is in it: it may have been in an editor that disappeared. */
  keepFocus(): void
  /** Takes the focus from an open editor, which stores what was typed. */
  blurEditor(): void
  /** Scrolls to a row, counted from the first one of the page. */
  showRow(at: number): void
  /** Runs a change; what it opens is drawn when it returns. */
  draw(change: () => void): void
  /** Scrolls to a cell; `entry` if its editor is open. */
  showCell(rowId: string, key: string, entry: EditorEntry | null): void
  /** The number of rows of a page step. */
  rowsInPage(): number
  /** Asks before rows are removed. */
  confirmRemoval(count: number, onOk: () => void): void
  /** Opens a row that was just added; by default the cursor moves into it. */
  openNewRow?(rowId: string): void
  /** Shows what an undone or redone step changed; by default its cells are selected. */
  showUndone?(rowId: string | undefined): void
}
