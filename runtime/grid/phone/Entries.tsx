import { RightOutlined } from '@ant-design/icons'
import { type CSSProperties, memo, useCallback, useRef, useSyncExternalStore } from 'react'
import { cellText } from '../columns/columns.ts'
import { cellId, type GridState, noRowsText } from '../state/GridState.ts'
import type { GridView } from '../state/grid-view.ts'
import { useGridView, useRowStructure } from '../state/hooks.ts'
import { type EntryParts, entryTexts } from './entry-parts.ts'
import { entryHeight, useEntryWindow } from './useEntryWindow.ts'

/** The element id of the entry of a row. */
export const entryId = (grid: Pick<GridState, 'id'>, rowId: string): string => cellId(grid, rowId, 'entry')

interface Props {
  grid: GridState
  parts: EntryParts
  label: string
  /** An entry that is always drawn: the focus returns to it. */
  pinnedId: string | undefined
  open(rowId: string): void
}

/** The rows as entries of two lines; a tap opens the row. */
export const Entries = memo(function Entries({ grid, parts, label, pinnedId, open }: Props) {
  const { store, visibleRows, tree } = grid
  const view = useGridView(grid)
  useRowStructure(visibleRows)
  useSyncExternalStore(store.subscribePaging, () => store.paging.now)
  const list = useRef<HTMLUListElement>(null)
  const { first, size } = store.paging.window
  const count = Math.max(0, Math.min(size, visibleRows.count - first))
  const { from, to } = useEntryWindow(list, count)
  const drawn = visibleRows.slice(first + from, first + to).map((row, at) => ({ row, at: from + at }))
  const pinnedAt = pinnedId === undefined ? -1 : visibleRows.indexOf(pinnedId) - first
  const keptRow = pinnedAt >= 0 && pinnedAt < count ? visibleRows.at(first + pinnedAt) : undefined
  if (keptRow && (pinnedAt < from || pinnedAt >= to)) drawn.push({ row: keptRow, at: pinnedAt })
  return (
    <>
      <ul
        ref={list}
        className={tree ? 'detail-entries is-tree' : 'detail-entries'}
        aria-label={label}
        style={{ height: count * entryHeight }}
        hidden={count === 0}
      >
        {drawn.map(({ row, at }) => {
          const place = tree?.findPlace(row.id)
          return (
            <Entry
              key={row.id}
              grid={grid}
              view={view}
              parts={parts}
              rowId={row.id}
              number={place?.number ?? first + at + 1}
              place={first + at + 1}
              count={visibleRows.count}
              top={at * entryHeight}
              level={place?.level ?? 1}
              isOpen={place?.hasChildren ? tree?.isOpen(row.id) : undefined}
              open={open}
            />
          )
        })}
      </ul>
      {count === 0 ? <p className="detail-entries-none">{noRowsText(view.canAdd)}</p> : null}
    </>
  )
})

interface EntryProps extends Pick<Props, 'grid' | 'parts' | 'open'> {
  view: GridView
  rowId: string
  /** Number counted from 1 over all rows; position among the visible rows, and their count. */
  number: number
  place: number
  count: number
  top: number
  level: number
  isOpen: boolean | undefined
}

/** Deeper levels are not indented further, to keep width for the texts. */
const MAX_INDENT = 6

const Entry = memo(function Entry({
  grid,
  view,
  parts,
  rowId,
  number,
  place,
  count,
  top,
  ...more
}: EntryProps) {
  const { level, isOpen, open } = more
  const { store, tree, active } = grid
  const { columns, lookup } = view
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(rowId, listener), [store, rowId])
  const row = useSyncExternalStore(subscribe, () => store.row(rowId))
  const errors = useSyncExternalStore(subscribe, () => store.findErrors(rowId))
  const foreign = useSyncExternalStore(subscribe, () => store.foreign.of(rowId))
  const isActive = useSyncExternalStore(active.subscribe, () => active.inRow(rowId) !== null)
  if (!row) return null
  const visibleRow = foreign ? store.foreign.applyTo(row) : row
  const colors = view.findColors?.(store.getScope(visibleRow))
  const texts = entryTexts(parts, (column) => cellText(store, visibleRow, column, lookup))
  const [foreignCell] = foreign?.values() ?? []
  const wrong =
    errors && (columns.find(({ key }) => errors[key] !== undefined)?.key ?? Object.keys(errors)[0])
  return (
    <li
      data-row-id={rowId}
      data-color={colors?.row}
      className={isActive ? 'detail-entry is-active' : 'detail-entry'}
      style={{ top, '--detail-level': Math.min(level, MAX_INDENT) - 1 } as CSSProperties}
      aria-posinset={place}
      aria-setsize={count}
    >
      {isOpen === undefined ? null : (
        <button
          type="button"
          className="detail-entry-fold"
          aria-label={`${isOpen ? '收起' : '展开'}第 ${number} 行`}
          aria-expanded={isOpen}
          onClick={() => tree?.fold([rowId], !isOpen)}
        >
          <RightOutlined rotate={isOpen ? 90 : 0} aria-hidden />
        </button>
      )}
      <button
        type="button"
        id={entryId(grid, rowId)}
        className="detail-entry-row"
        aria-haspopup="dialog"
        onClick={() => open(rowId)}
      >
        <span>
          <span data-field={parts.name?.key} data-color={colors?.cell(parts.name?.key ?? '')}>
            {texts.name || <i>第 {number} 行</i>}
          </span>{' '}
          <span data-field={parts.main?.key} data-color={colors?.cell(parts.main?.key ?? '')}>
            {texts.main}
          </span>
        </span>{' '}
        <span>
          <span data-field={parts.texts[0]?.key}>{texts.texts}</span>{' '}
          {wrong === undefined ? (
            <span data-field={parts.figures[0]?.key} data-color={colors?.cell(parts.figures[0]?.key ?? '')}>
              {foreignCell ? (
                <span className="detail-foreign">{foreignCell.name} 未保存</span>
              ) : (
                texts.figures
              )}
            </span>
          ) : (
            <span className="detail-entry-wrong">{errors?.[wrong]}</span>
          )}
        </span>
      </button>
    </li>
  )
})
