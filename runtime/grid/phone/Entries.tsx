import { RightOutlined } from '@ant-design/icons'
import { type CSSProperties, memo, useCallback, useRef, useSyncExternalStore } from 'react'
import { cellText } from '../columns/columns.ts'
import { cellId, noRowsText, type TableView } from '../controller/table-view.ts'
import { type EntryParts, entryTexts } from './entry-parts.ts'
import { entryHeight, useEntryWindow } from './useEntryWindow.ts'

/** State shared by the parts of a detail table on a phone. */
export type PhoneView = Pick<
  TableView,
  | 'store'
  | 'visibleRows'
  | 'tree'
  | 'columns'
  | 'active'
  | 'lookup'
  | 'colorsOf'
  | 'id'
  | 'isFrozen'
  | 'canAdd'
  | 'canMove'
  | 'hasMenu'
>

/** The element id of the entry of a row. */
export const entryId = (table: Pick<PhoneView, 'id'>, rowId: string): string => cellId(table, rowId, 'entry')

interface Props {
  table: PhoneView
  parts: EntryParts
  label: string
  /** An entry that is always drawn: the focus returns to it. */
  pinnedId: string | undefined
  open(rowId: string): void
}

/** The rows as entries of two lines; a tap opens the row. */
export const Entries = memo(function Entries({ table, parts, label, pinnedId, open }: Props) {
  const { store, visibleRows, tree, canAdd } = table
  useSyncExternalStore(visibleRows.subscribeStructure, () => visibleRows.structure)
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
          const place = tree?.placeOf(row.id)
          return (
            <Entry
              key={row.id}
              table={table}
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
      {count === 0 ? <p className="detail-entries-none">{noRowsText(canAdd)}</p> : null}
    </>
  )
})

interface EntryProps extends Pick<Props, 'table' | 'parts' | 'open'> {
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

const Entry = memo(function Entry({ table, parts, rowId, number, place, count, top, ...more }: EntryProps) {
  const { level, isOpen, open } = more
  const { store, tree, columns, active, lookup } = table
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(rowId, listener), [store, rowId])
  const row = useSyncExternalStore(subscribe, () => store.row(rowId))
  const errors = useSyncExternalStore(subscribe, () => store.errorsOf(rowId))
  const foreign = useSyncExternalStore(subscribe, () => store.foreign.of(rowId))
  const isActive = useSyncExternalStore(active.subscribe, () => active.inRow(rowId) !== null)
  if (!row) return null
  const visibleRow = foreign ? store.foreign.applyTo(row) : row
  const colors = table.colorsOf?.(store.scopeOf(visibleRow))
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
        id={entryId(table, rowId)}
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
