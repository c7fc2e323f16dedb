// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element's own layout forbids.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
// biome-ignore-all lint/a11y/noStaticElementInteractions: its role is grid or treegrid, set from the table.
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: see above.
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { explainCell } from '../cells/CellFormula.tsx'
import { GridRow } from '../cells/GridRow.tsx'
import { ScanReader, scanKey } from '../cells/scan.ts'
import { isComposed, useInputMethod } from '../cells/useInputMethod.tsx'
import { useClipboard } from '../clipboard/useClipboard.ts'
import { HeadRow } from '../columns/HeadRow.tsx'
import { gridMeasures, minWidth } from '../columns/layout.ts'
import { browsingKey, editingKey, emptyTableKey } from '../commands/keys.ts'
import { cellId, noRowsText, type TableView } from '../controller/table-view.ts'
import { type Cursor, CursorContext, type EditorCursor } from '../controller/useCursor.ts'
import type { Block } from '../range/cell-range.ts'
import { useMouse } from '../range/useMouse.ts'
import { TotalsRow } from '../rows/TotalsRow.tsx'
import { useTransientColumns } from '../rows/useTransientColumns.ts'
import { useRowWindow } from './row-window.ts'
import { useFittedHeight } from './useFittedHeight.ts'
import { useIsWide } from './useIsWide.ts'

interface GridProps {
  table: TableView
  cursor: Cursor
  grid: RefObject<HTMLDivElement | null>
  label: string
  maxHeight: number
  append: (() => void) | undefined
  openFind(isReplacing: boolean): void
  paste(block: string[][], at: Block): void
}

/**
 * Head, window of rows and totals in one scroll container. The container has the focus; one handler serves all cells.
 */
export function Grid({ table, cursor, grid, label, maxHeight, append, openFind, paste }: GridProps) {
  const { store, visibleRows, active, columns, isFrozen } = table
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const activeNow = useSyncExternalStore(active.subscribe, active.get)
  const count = store.rows.length
  const keeper = useLeaveOutside(cursor, grid)
  const model = useRecordModel()
  const [scanReader] = useState(() => new ScanReader())
  const lastAppend = useRef(append)
  useLayoutEffect(() => {
    lastAppend.current = append
  })
  const editorCursor = useMemo(
    (): EditorCursor => ({ ...cursor, append: () => lastAppend.current?.() }),
    [cursor],
  )
  const onMouseDown = useMouse({ table, cursor, grid })

  const onKeyDown = (event: KeyboardEvent) => {
    const now = active.get()
    // Lists and dialogs of an editor are rendered elsewhere in the page but bubble through here; a textarea popup is
    // the editor itself.
    const { target } = event
    if (!(target instanceof Element)) return
    if (!grid.current?.contains(target) && !target.hasAttribute('data-cell-box')) return
    const page = Math.max(1, Math.floor(maxHeight / table.rowHeight) - 2)
    const setup = { table, cursor, page, openFind, ...(append ? { append } : {}) }
    if (!now) {
      if (target === grid.current) emptyTableKey(event, setup)
    } else if (scanKey(event, now, setup, scanReader)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (now.step !== null) editingKey(event, now, setup)
    else if (target === grid.current && !isComposed(event.nativeEvent, grid.current))
      browsingKey(event, now, setup)
  }

  const height = useFittedHeight(grid, maxHeight)
  const isWide = useIsWide(grid, minWidth(columns, isFrozen))
  useClipboard(table, cursor, grid, paste)
  const composed = useInputMethod(table, cursor, grid)

  const onContextMenu = (event: MouseEvent) => {
    if (!table.hasMenu) return
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]') : null
    const rowId = target?.dataset.rowId ?? active.get()?.rowId
    if (rowId === undefined) return
    event.preventDefault()
    if (target) return table.openMenu(rowId, event.clientX, event.clientY)
    // The menu key of the keyboard has no pointer position.
    const box = document
      .getElementById(cellId(table, rowId, active.get()?.key ?? ''))
      ?.getBoundingClientRect()
    table.openMenu(rowId, box?.left ?? 0, box?.bottom ?? 0)
  }

  /**
   * Title of a cell on hover: the explanation of a computed value, the full text of a truncated value. Computed only
   * then.
   */
  const onMouseOver = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-field]') : null
    const rowId = cell?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    if (!cell || rowId === undefined) return
    const explained = explainCell(model, table, rowId, cell.dataset.field ?? '')
    if (explained) cell.title = `${explained.formula}\n${explained.figures}`
    else if (isCut(cell)) cell.title = textElement(cell).textContent ?? ''
    // The element is reused for other rows and columns.
    else cell.removeAttribute('title')
  }

  const onFocus = () => {
    const row = visibleRows.at(store.paging.window.first)
    const [column] = columns
    if (!active.get() && row && column) active.set(row.id, column.key, false)
  }

  return (
    <div
      ref={grid}
      role={table.tree ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (isFrozen ? 1 : 2)}
      aria-readonly={isFrozen}
      aria-multiselectable
      aria-activedescendant={activeNow ? cellId(table, activeNow.rowId, activeNow.key) : undefined}
      className="detail-grid"
      style={{ ...gridMeasures(columns, isFrozen, table.rowHeight), maxHeight: height }}
      data-fixed={(isWide && columns.some((column) => column.style !== undefined)) || undefined}
      data-movable={table.canMove || undefined}
      onKeyDownCapture={onKeyDown}
      onMouseDown={(event) => {
        keeper.hold(event)
        onMouseDown(event)
      }}
      onMouseUp={keeper.hold}
      onContextMenu={onContextMenu}
      onMouseOver={onMouseOver}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
    >
      <HeadRow table={table} />
      <CursorContext value={editorCursor}>
        <Rows table={table} grid={grid} maxHeight={maxHeight} />
      </CursorContext>
      <TotalsRow table={table} />
      {composed}
    </div>
  )
}

const textElement = (cell: HTMLElement): HTMLElement =>
  cell.querySelector<HTMLElement>('.detail-text') ?? cell
const isCut = (cell: HTMLElement): boolean =>
  !cell.classList.contains('is-editing') && textElement(cell).scrollWidth > textElement(cell).clientWidth

/** The visible rows: the only part that scrolling draws again. */
const Rows = memo(function Rows({ table, grid, maxHeight }: Pick<GridProps, 'table' | 'grid' | 'maxHeight'>) {
  const { store, visibleRows, tree, rowHeight, canAdd } = table
  useSyncExternalStore(visibleRows.subscribeStructure, () => visibleRows.structure)
  useSyncExternalStore(store.subscribePaging, () => store.paging.now)
  const { first, size } = store.paging.window
  const count = Math.min(size, visibleRows.count - first)
  const slots = useRowWindow(grid, count, rowHeight, maxHeight)
  useTransientColumns(
    table,
    slots.flatMap((at) => visibleRows.at(first + at) ?? []),
  )
  return (
    <div role="presentation" className="detail-body" style={{ height: Math.max(count, 1) * rowHeight }}>
      <DropLine table={table} />
      {count === 0 ? <div className="detail-empty">{noRowsText(canAdd)}</div> : null}
      {slots.map((at, slot) => {
        const index = first + at
        const row = visibleRows.at(index)
        if (!row) return null
        const place = tree?.placeOf(row.id)
        return (
          <GridRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is an element that serves many rows in turn.
            key={slot}
            table={table}
            rowId={row.id}
            index={index}
            number={place?.number ?? index + 1}
            top={at * rowHeight}
            level={place?.level}
            isOpen={place?.hasChildren ? tree?.isOpen(row.id) : undefined}
          />
        )
      })}
    </div>
  )
})

/** The line that shows where a dragged row would be dropped. */
function DropLine({ table: { store, range, rowHeight } }: Pick<GridProps, 'table'>) {
  const at = useSyncExternalStore(range.subscribe, () => range.drop)
  const { first } = store.paging.window
  return at === null ? null : <div className="detail-drop" style={{ top: (at - first) * rowHeight }} />
}

/**
 * Ends editing when a mouse press begins and ends outside the cell. An element that an editor opens elsewhere in the
 * page (a list, a dialog) bubbles through the handlers of the grid and counts as inside.
 */
function useLeaveOutside(cursor: Cursor, grid: GridProps['grid']) {
  const isInside = useRef(false)
  useEffect(() => {
    let beganInside = false
    const onDown = () => {
      beganInside = isInside.current
      isInside.current = false
    }
    const onUp = () => {
      if (!isInside.current && !beganInside) cursor.close()
      isInside.current = false
    }
    document.addEventListener('mousedown', onDown)
    document.addEventListener('mouseup', onUp)
    return () => {
      document.removeEventListener('mousedown', onDown)
      document.removeEventListener('mouseup', onUp)
    }
  }, [cursor])
  return {
    hold: ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return
      isInside.current = !grid.current?.contains(target) || target.closest('.is-editing') !== null
    },
  }
}
