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
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { explainCell } from '../cells/CellFormula.tsx'
import { GridRow } from '../cells/GridRow.tsx'
import { isComposed, useInputMethod } from '../cells/useInputMethod.tsx'
import { gridMeasures, minWidth } from '../columns/layout.ts'
import { GridKeyboard } from '../commands/GridKeyboard.ts'
import type { GridController } from '../controller/GridController.ts'
import { HeadRow } from '../head/HeadRow.tsx'
import { TotalsRow } from '../rows/TotalsRow.tsx'
import { useTransientColumns } from '../rows/useTransientColumns.ts'
import { cellId, noRowsText } from '../state/GridState.ts'
import { useActiveCell, useGridView, useRowStructure } from '../state/hooks.ts'
import { useRowWindow } from './row-window.ts'
import { useClipboard } from './useClipboard.ts'
import { useFittedHeight } from './useFittedHeight.ts'
import { useIsWide } from './useIsWide.ts'
import { useMouse } from './useMouse.ts'

interface GridProps {
  grid: GridController
  element: RefObject<HTMLDivElement | null>
  label: string
  maxHeight: number
}

/**
 * Head, window of rows and totals in one scroll container. The container has the focus; one handler serves all cells.
 */
export function Grid({ grid, element, label, maxHeight }: GridProps) {
  const { store, visibleRows, active } = grid
  const view = useGridView(grid)
  const { columns, isFrozen } = view
  useRowStructure(store)
  const activeNow = useActiveCell(grid)
  const count = store.rows.length
  const keeper = useLeaveOutside(grid, element)
  const model = useRecordModel()
  const keyboard = useMemo(() => new GridKeyboard(grid), [grid])
  const onMouseDown = useMouse(grid, element)

  const onKeyDown = (event: KeyboardEvent) => {
    // Lists and dialogs of an editor are rendered elsewhere in the page but bubble through here; a textarea popup is
    // the editor itself.
    const { target } = event
    if (!(target instanceof Element)) return
    if (!element.current?.contains(target) && !target.hasAttribute('data-cell-box')) return
    keyboard.press(event, target === element.current, isComposed(event.nativeEvent, element.current))
  }

  const height = useFittedHeight(element, maxHeight)
  const isWide = useIsWide(element, minWidth(columns, isFrozen))
  useClipboard(grid, element)
  const composed = useInputMethod(grid, element)

  const onContextMenu = (event: MouseEvent) => {
    if (!view.hasMenu) return
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]') : null
    const rowId = target?.dataset.rowId ?? active.get()?.rowId
    if (rowId === undefined) return
    event.preventDefault()
    if (target) return grid.openMenu(rowId, event.clientX, event.clientY)
    // The menu key of the keyboard has no pointer position.
    const box = document.getElementById(cellId(grid, rowId, active.get()?.key ?? ''))?.getBoundingClientRect()
    grid.openMenu(rowId, box?.left ?? 0, box?.bottom ?? 0)
  }

  /**
   * Title of a cell on hover: the explanation of a computed value, the full text of a truncated value. Computed only
   * then.
   */
  const onMouseOver = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-field]') : null
    const rowId = cell?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    if (!cell || rowId === undefined) return
    const explained = explainCell(model, grid, rowId, cell.dataset.field ?? '')
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
      ref={element}
      role={grid.tree ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (isFrozen ? 1 : 2)}
      aria-readonly={isFrozen}
      aria-multiselectable
      aria-activedescendant={activeNow ? cellId(grid, activeNow.rowId, activeNow.key) : undefined}
      className="detail-grid"
      style={{ ...gridMeasures(columns, isFrozen, view.rowHeight), maxHeight: height }}
      data-fixed={(isWide && columns.some((column) => column.style !== undefined)) || undefined}
      data-movable={view.canMove || undefined}
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
      <HeadRow table={grid} />
      <Rows grid={grid} element={element} maxHeight={maxHeight} />
      <TotalsRow table={grid} />
      {composed}
    </div>
  )
}

const textElement = (cell: HTMLElement): HTMLElement =>
  cell.querySelector<HTMLElement>('.detail-text') ?? cell
const isCut = (cell: HTMLElement): boolean =>
  !cell.classList.contains('is-editing') && textElement(cell).scrollWidth > textElement(cell).clientWidth

/** The visible rows: the only part that scrolling draws again. */
const Rows = memo(function Rows({ grid, element, maxHeight }: Omit<GridProps, 'label'>) {
  const { store, visibleRows, tree } = grid
  const view = useGridView(grid)
  const { rowHeight, canAdd } = view
  useRowStructure(visibleRows)
  useSyncExternalStore(store.subscribePaging, () => store.paging.now)
  const { first, size } = store.paging.window
  const count = Math.min(size, visibleRows.count - first)
  const slots = useRowWindow(element, count, rowHeight, maxHeight)
  useTransientColumns(
    grid,
    slots.flatMap((at) => visibleRows.at(first + at) ?? []),
  )
  return (
    <div role="presentation" className="detail-body" style={{ height: Math.max(count, 1) * rowHeight }}>
      <DropLine grid={grid} rowHeight={rowHeight} />
      {count === 0 ? <div className="detail-empty">{noRowsText(canAdd)}</div> : null}
      {slots.map((at, slot) => {
        const index = first + at
        const row = visibleRows.at(index)
        if (!row) return null
        const place = tree?.findPlace(row.id)
        return (
          <GridRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is an element that serves many rows in turn.
            key={slot}
            grid={grid}
            view={view}
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
function DropLine({ grid: { store, range }, rowHeight }: Pick<GridProps, 'grid'> & { rowHeight: number }) {
  const at = useSyncExternalStore(range.subscribe, () => range.drop)
  const { first } = store.paging.window
  return at === null ? null : <div className="detail-drop" style={{ top: (at - first) * rowHeight }} />
}

/**
 * Ends editing when a mouse press begins and ends outside the cell. An element that an editor opens elsewhere in the
 * page (a list, a dialog) bubbles through the handlers of the grid and counts as inside.
 */
function useLeaveOutside({ cursor }: GridController, element: GridProps['element']) {
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
      isInside.current = !element.current?.contains(target) || target.closest('.is-editing') !== null
    },
  }
}
