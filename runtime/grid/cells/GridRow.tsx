// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, which a table element's own layout forbids.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell.
import { RightOutlined } from '@ant-design/icons'
import { memo, Suspense, useCallback, useSyncExternalStore } from 'react'
import type { Row } from '#runtime/record/changes/command-log.ts'
import type { PendingValue } from '#runtime/record/changes/pending-values.ts'
import type { ForeignCell } from '#runtime/record/paste/foreign-cells.ts'
import type { Color } from '#runtime/record/row-colors.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { type Column, cellText, formatName, isCellEditable } from '../columns/columns.ts'
import type { GridController } from '../controller/GridController.ts'
import { addRowsAfter } from '../controller/new-row.ts'
import { ForeignMark, foreignText } from '../live/ForeignMark.tsx'
import { type RowShare, readShare } from '../state/cell-range.ts'
import { cellId } from '../state/GridState.ts'
import type { GridView } from '../state/grid-view.ts'
import { useEditedCell } from './useEditedCell.ts'

/** Indentation of each level in pixels. */
const branchStep = 20

interface GridRowProps {
  grid: GridController
  view: GridView
  rowId: string
  /** Its position among the visible rows. */
  index: number
  /** Counted from 1 over all rows. */
  number: number
  /** Offset in pixels from the first row of the page. */
  top: number
  /** In a tree: the level, 1 at the top; and whether the row is expanded, undefined without children. */
  level?: number | undefined
  isOpen?: boolean | undefined
}

/** One row. It subscribes to its own row and to the cursor only; the element is reused for many rows. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { grid, view, rowId, index, number, top, level, isOpen } = props
  const { store, active, range } = grid
  const { isFrozen, columns } = view
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(rowId, listener), [store, rowId])
  const row = useSyncExternalStore(subscribe, () => store.row(rowId))
  const errors = useSyncExternalStore(subscribe, () => store.findErrors(rowId))
  const foreign = useSyncExternalStore(subscribe, () => store.foreign.of(rowId))
  const pending = useSyncExternalStore(subscribe, () => store.pending.of(rowId))
  const isSelected = useSyncExternalStore(subscribe, () => store.selection.has(rowId))
  const cursor = useSyncExternalStore(active.subscribe, () => active.inRow(rowId))
  const share = readShare(useSyncExternalStore(range.subscribe, () => range.inRow(index)))
  if (!row) return null
  const visibleRow = foreign ? store.foreign.applyTo(row) : row
  const colors = view.findColors?.(store.getScope(visibleRow))
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isFrozen ? undefined : isSelected}
      data-row-id={rowId}
      data-color={colors?.row}
      className={isSelected ? 'detail-row is-selected' : 'detail-row'}
      style={{ top }}
    >
      <div role="rowheader" className="detail-cell detail-number" aria-colindex={1}>
        {number}
        {view.hasMenu ? (
          <button
            type="button"
            tabIndex={-1}
            className="detail-more"
            aria-label={`第 ${number} 行的操作`}
            onClick={(event) => grid.openMenu(rowId, event.clientX, event.clientY)}
          >
            …
          </button>
        ) : null}
      </div>
      {isFrozen ? null : (
        <div role="gridcell" className="detail-cell detail-check" aria-colindex={2}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`选择第 ${number} 行`}
            checked={isSelected}
            disabled={!store.isSelectable(row)}
            onChange={(event) => store.selection.set([rowId], event.target.checked)}
          />
        </div>
      )}
      {columns.map((column, at) =>
        gridCell({
          grid,
          view,
          row,
          visibleRow,
          foreign: foreign?.get(column.key),
          color: colors?.cell(column.key),
          column,
          colIndex: at + (isFrozen ? 2 : 3),
          marks: share ? getMarks(share, at) : '',
          error: errors?.[column.key],
          isWaiting: isSearched(pending?.get(column.key)),
          step: cursor?.key === column.key ? cursor.step : undefined,
          branch: level !== undefined && column.isBranch ? { level, isOpen } : undefined,
        }),
      )}
    </div>
  )
})

/** Whether the server is asked about the typed text of a cell. */
const isSearched = (value: PendingValue | undefined): boolean =>
  value?.endsWithChange === true && !value.isFailed

/** Styles of the range and of the fill preview in one cell. */
function getMarks(share: RowShare, at: number): string {
  const isPicked = at >= share.left && at <= share.right
  const isFilled = share.fill !== null && at >= share.fill[0] && at <= share.fill[1]
  const isCorner = share.isEnd && at === share.right
  return `${isPicked && !share.isSingle ? ' is-picked' : ''}${isCorner ? ' is-corner' : ''}${isFilled ? ' is-filling' : ''}`
}

interface GridCellProps {
  grid: GridController
  view: GridView
  row: Row
  /** The row with the foreign cells. */
  visibleRow: Row
  /** The unsaved value of another page. */
  foreign: ForeignCell | undefined
  column: Column
  color: Color | undefined
  colIndex: number
  /** Class names of the range. */
  marks: string
  error: string | undefined
  /** The cell shows a typed text while the server is asked about it. */
  isWaiting: boolean
  /** undefined: not active; null: active; text: being edited. */
  step: string | null | undefined
  /** Props of the column with the arrows. */
  branch: { level: number; isOpen: boolean | undefined } | undefined
}

/**
 * One cell. A function and not a component: hundreds of cells are drawn per second of scrolling, most of them an
 * element with its text. Only the active cell has an id, which the grid references.
 */
function gridCell({ grid, view, row, visibleRow, foreign, column, ...more }: GridCellProps) {
  const { color, colIndex, marks, error, isWaiting, step, branch } = more
  const { store } = grid
  const isActive = step !== undefined
  const { alwaysEdit, lookup } = view
  const isLocked = column.isReadOnly || ((isActive || alwaysEdit) && !isCellEditable(store, row, column))
  const isOpened = typeof step === 'string'
  const isEditing = (isOpened || alwaysEdit) && !isLocked
  const hasHandle = marks.includes('is-corner') && !isEditing && !view.isFrozen
  let className = column.className + marks
  if (isLocked && !column.isReadOnly) className += ' is-locked'
  if (error !== undefined) className += ' is-wrong'
  if (isWaiting && !isEditing) className += ' is-waiting'
  if (isActive) className += ' is-active'
  if (isEditing) className += ' is-editing'
  if (branch) className += ' is-branch'
  if (foreign || visibleRow[column.key] !== row[column.key]) className += ' is-foreign'
  const text = () => cellText(store, visibleRow, column, lookup)
  return (
    <div
      key={column.key}
      role="gridcell"
      id={isActive ? cellId(grid, row.id, column.key) : undefined}
      aria-colindex={colIndex}
      aria-invalid={error === undefined ? undefined : true}
      aria-busy={isWaiting || undefined}
      aria-readonly={isLocked || undefined}
      aria-selected={marks.includes('is-picked') || undefined}
      data-field={column.key}
      data-color={color}
      className={className}
      style={column.style}
    >
      {branch ? <Branch grid={grid} rowId={row.id} {...branch} /> : null}
      {isEditing ? (
        // The element is reused for other rows, so the key ties an editor to its row.
        <InlineErrorBoundary key={row.id} title="" quiet>
          <OpenedCell
            grid={grid}
            row={row}
            column={column}
            step={isOpened ? step : `always ${row.id} ${column.key}`}
            isOpened={isOpened}
            isInvalid={error !== undefined}
          />
        </InlineErrorBoundary>
      ) : column.isDrawn && !store.pending.get(row.id, column.key)?.endsWithChange ? (
        <InlineErrorBoundary title="" quiet stamp={String(visibleRow[column.key])}>
          <DrawnValue row={visibleRow} column={column} />
        </InlineErrorBoundary>
      ) : error === undefined && !isWaiting && !branch && !hasHandle && !foreign ? (
        text()
      ) : (
        // Elements beside the text are not clipped, so the text has its own element.
        <span className="detail-text">{text()}</span>
      )}
      {foreign && !isEditing ? (
        <ForeignMark cell={foreign} text={foreignText(grid, row, column, foreign.value)} />
      ) : null}
      {hasHandle ? <span data-fill className="detail-fill" title="拖动以填充，双击填到底" /> : null}
      {error === undefined ? null : (
        <span role="tooltip" className="detail-error">
          {error}
        </span>
      )}
    </div>
  )
}

/** Indentation of a tree row, and the arrow that expands and collapses it. */
function Branch({
  grid,
  rowId,
  level,
  isOpen,
}: {
  grid: GridController
  rowId: string
  level: number
  isOpen: boolean | undefined
}) {
  return (
    <span className="detail-branch" style={{ width: level * branchStep }}>
      {isOpen === undefined ? null : (
        <button
          type="button"
          tabIndex={-1}
          className="detail-fold"
          aria-label={isOpen ? '收起' : '展开'}
          onClick={() => grid.fold(rowId, !isOpen)}
        >
          <RightOutlined rotate={isOpen ? 90 : 0} />
        </button>
      )}
    </span>
  )
}

function DrawnValue({ row, column: { type, field, key, isReadOnly } }: { row: Row; column: Column }) {
  const value = type.fromWire(row[key], field)
  return (
    <Suspense fallback={null}>
      <type.Cell value={value} field={field} row={row} />
      {value === null && !isReadOnly && type.emptyCell ? (
        <span aria-hidden className="detail-hint">
          {type.emptyCell}
        </span>
      ) : null}
    </Suspense>
  )
}

interface OpenedProps {
  grid: GridController
  row: Row
  column: Column
  step: string
  /** The cursor is in it; in a table with `alwaysEdit` other cells show an editor too. */
  isOpened: boolean
  isInvalid: boolean
}

function OpenedCell({ grid, row, column, step, isOpened, isInvalid }: OpenedProps) {
  const { store } = grid
  const { type, field, key } = column
  const cell = useEditedCell(grid, row.id, key)
  const Editor = type.CellEditor ?? type.Control
  const change = (value: unknown) => store.setCell(row.id, key, type.toWire(value, field), step)
  const id = `${cellId(grid, row.id, key)}-editor`
  return (
    <Suspense fallback={null}>
      <label className="detail-hidden" htmlFor={id}>
        {`第 ${grid.visibleRows.getNumber(row.id)} 行 ${formatName(column)}`}
      </label>
      <Editor
        id={id}
        field={field}
        value={type.fromWire(row[key], field)}
        onChange={change}
        onType={(value) => store.scheduler.defer(() => change(value))}
        values={row}
        patch={(values) => store.setCells([{ id: row.id, values }], step)}
        addRows={grid.canAdd ? addRowsAfter(store, row.id, step) : undefined}
        cell={cell}
        invalid={isInvalid}
        placeholder={field.placeholder}
        size="small"
        autoFocus={isOpened}
      />
    </Suspense>
  )
}
