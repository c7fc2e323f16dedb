import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { noLookup } from '#runtime/schema/field-value.ts'
import { bufferKeystrokes, isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { type Column, isCellEditable } from '../columns/columns.ts'
import type { GridController } from '../controller/GridController.ts'
import { cellId } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'
import { acceptsText } from './accepts-text.ts'

/** The part of the EditContext of the browser that is used here; the library of TypeScript does not declare it yet. */
interface Context extends EventTarget {
  readonly text: string
  updateText(from: number, to: number, text: string): void
  updateSelection(from: number, to: number): void
  updateControlBounds(box: DOMRect): void
  updateSelectionBounds(box: DOMRect): void
  updateCharacterBounds(from: number, boxes: DOMRect[]): void
}

type Host = HTMLDivElement & { editContext?: Context | null }

/** On a touch screen a focused text element would open the on-screen keyboard. */
function newContext(): Context | null {
  const { EditContext } = globalThis as { EditContext?: new () => Context }
  return EditContext && matchMedia('(pointer: fine)').matches ? new EditContext() : null
}

/**
 * Reference columns search by Chinese text too; dictionary entries are found by their initials, which are plain
 * letters.
 */
const acceptsWords = (column: Column): boolean =>
  acceptsText(column) || column.type.designer.group === 'picker'

interface CellAddress {
  rowId: string
  key: string
}

interface Composed {
  text: string
  box: { left: number; top: number; width: number; height: number }
}

/**
 * A browser disables input methods where nothing can be typed: the grid has the focus, and the first letter of 纸
 * would arrive as a plain z. So while the cursor is on a text cell the grid receives the text, shows it during
 * composition and passes it to the editor of the cell. Without EditContext the user has to press F2 first.
 */
export function useInputMethod(grid: GridController, element: RefObject<HTMLDivElement | null>): ReactNode {
  const { isFrozen } = useGridView(grid)
  const [composed, setComposed] = useState<Composed | null>(null)
  useEffect(() => {
    const { store, active, cursor } = grid
    const host: Host | null = element.current
    const context = isFrozen ? null : newContext()
    if (!host || !context) return
    /** Start of the composition. */
    let begun: CellAddress | null = null

    const applyText = (at: CellAddress, text: string) => {
      const now = active.get()
      const isThere = now?.rowId === at.rowId && now.key === at.key
      if (isThere) {
        cursor.go(at.rowId, at.key, true)
        active.isEntering = true
        const editor = document.activeElement
        if (isTextInput(editor) && host.contains(editor)) {
          // Inserted as if typed: the editor gets the input event and its undo history includes it.
          document.execCommand('insertText', false, text)
          return
        }
      }
      // The editor appears later, or the cursor moved on.
      const column = grid.findColumn(at.key)
      if (column && !acceptsText(column)) {
        const step = active.get()?.step
        if (isThere) bufferKeystrokes(text, () => active.get()?.step === step)
        return
      }
      const read = column?.type.fromText(text, column.field, noLookup)
      const step = isThere ? (active.get()?.step ?? undefined) : undefined
      if (column && read?.ok)
        store.setCell(at.rowId, at.key, column.type.toWire(read.value, column.field), step)
    }
    const finish = () => {
      const [at, { text }] = [begun ?? active.get(), context]
      begun = null
      context.updateText(0, text.length, '')
      context.updateSelection(0, 0)
      setComposed(null)
      if (at && text !== '') applyText(at, text)
    }
    const cellBox = () =>
      begun && document.getElementById(cellId(grid, begun.rowId, begun.key))?.getBoundingClientRect()
    const show = () => {
      const cell = cellBox()
      const frame = host.getBoundingClientRect()
      if (!cell) return
      const left = cell.left - frame.left - host.clientLeft + host.scrollLeft
      const top = cell.top - frame.top - host.clientTop + host.scrollTop
      setComposed({ text: context.text, box: { left, top, width: cell.width, height: cell.height } })
    }
    const begin = () => {
      begun = active.get()
      const cell = cellBox()
      if (!cell) return
      context.updateControlBounds(cell)
      context.updateSelectionBounds(cell)
    }
    const position = (event: Event) => {
      const { rangeStart, rangeEnd } = event as Event & { rangeStart: number; rangeEnd: number }
      const cell = cellBox()
      if (cell) context.updateCharacterBounds(rangeStart, new Array(rangeEnd - rangeStart).fill(cell))
    }
    /** Called when the cursor moved, or an editor opened or closed. */
    const follow = () => {
      const now = active.get()
      if (begun && (now?.rowId !== begun.rowId || now.key !== begun.key)) finish()
      const column = grid.findColumn(now?.key)
      const isActive =
        now?.step === null &&
        column !== undefined &&
        acceptsWords(column) &&
        isCellEditable(store, store.row(now.rowId), column)
      const nextContext = isActive ? context : null
      if ((host.editContext ?? null) !== nextContext) host.editContext = nextContext
    }
    context.addEventListener('compositionstart', begin)
    context.addEventListener('textupdate', () => (begun ? show() : finish()))
    context.addEventListener('characterboundsupdate', position)
    context.addEventListener('compositionend', finish)
    const end = active.subscribe(follow)
    follow()
    return () => {
      end()
      host.editContext = null
    }
  }, [grid, element, isFrozen])
  return composed ? (
    <div aria-hidden className="detail-composing" style={composed.box}>
      {composed.text}
    </div>
  ) : null
}

/** A key that an input method processed: its text arrives separately. */
export const isComposed = (event: { isComposing: boolean; keyCode: number }, host: Host | null): boolean =>
  event.isComposing || (event.keyCode === 229 && host?.editContext != null)
