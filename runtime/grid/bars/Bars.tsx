import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ChangeEvent, type ReactNode, useContext, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { PasteVerb } from '#runtime/record/paste/paste.ts'
import { ToolbarSlot } from '#runtime/ui/layout/toolbar-slot.ts'
import { CellFormula } from '../cells/CellFormula.tsx'
import type { TableView } from '../controller/table-view.ts'
import { ForeignSummary } from '../live/ForeignMark.tsx'
import { heightOf, widthOf } from '../range/cell-range.ts'
import { useSelectionStats } from '../range/useSelectionStats.ts'
import { fold } from '../rows/fold.ts'
import { RowPickerButtons } from '../rows/RowPickerButtons.tsx'
import { moveRows } from '../rows/row-moves.ts'
import type { TreeRows } from '../rows/tree-rows.ts'
import { useRemoval } from '../rows/useRemoval.tsx'
import { SelectedRows } from './SelectedRows.tsx'

interface BarProps {
  table: TableView
  add(): void
  isFull: boolean
  /** Codes of buttons that the `authPrefix` of the table hides: `add`, `delete`, `move`. */
  hidden: ReadonlySet<string>
  /** Adds the rows of a workbook; absent where rows cannot be imported. */
  importFile?: ((file: File) => Promise<void>) | undefined
  openFind(): void
  /** Focuses the grid. */
  enterGrid(): void
  /** Content at the end of the bar. */
  children: ReactNode
}

/** Above the rows: adding a row, removing selected rows, and view options at the end. */
export function ToolBar({ table, add, isFull, hidden, importFile, openFind, enterGrid, children }: BarProps) {
  const { store, isFrozen } = table
  const chosen = useSyncExternalStore(store.subscribeSelection, () => store.selection.ids.size)
  // The button that opened the confirmation disappeared with the rows.
  const { remove, question } = useRemoval(table, enterGrid)
  const slot = useContext(ToolbarSlot)
  const bar = (
    <div className={slot ? 'detail-bar is-beside' : 'detail-bar'}>
      {isFrozen || hidden.has('add') ? null : (
        <Button size="small" icon={<PlusOutlined />} onClick={add} disabled={isFull}>
          新增一行
        </Button>
      )}
      {table.canAdd ? <RowPickerButtons table={table} isFull={isFull} enterGrid={enterGrid} /> : null}
      {importFile ? <ImportButton importFile={importFile} isFull={isFull} /> : null}
      {table.canMove ? <MoveButtons table={table} /> : null}
      {table.tree ? <FoldButton table={table} tree={table.tree} /> : null}
      {/* Last, so that the elements before it do not move when it appears. */}
      {isFrozen || chosen === 0 || hidden.has('delete') ? null : (
        <Button size="small" danger onClick={() => remove([...store.selection.ids])}>
          删除
        </Button>
      )}
      {question}
      <span className="detail-bar-end">
        <Button
          size="small"
          type="text"
          icon={<SearchOutlined />}
          aria-label="在明细中查找"
          title="查找和替换 Ctrl F"
          onClick={openFind}
        />
        {children}
      </span>
    </div>
  )
  return slot ? createPortal(bar, slot) : bar
}

/** Chooses a workbook whose rows are added. */
function ImportButton({ importFile, isFull }: Required<Pick<BarProps, 'importFile' | 'isFull'>>) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again after it was corrected.
    target.value = ''
    if (file) void importFile?.(file)
  }
  return (
    <>
      <Button
        size="small"
        disabled={isFull}
        title="从 Excel 文件加入明细，第一行写列名"
        onClick={() => input.current?.click()}
      >
        导入明细
      </Button>
      <input ref={input} type="file" accept=".xls,.xlsx" hidden aria-label="明细文件" onChange={choose} />
    </>
  )
}

/** Moves the selected rows, or the active row, one position up or down as one step. */
function MoveButtons({ table }: { table: TableView }) {
  const { store, active } = table
  useSyncExternalStore(store.subscribeSelection, () => store.selection.ids.size > 0)
  useSyncExternalStore(active.subscribe, () => active.get() !== null)
  const chosen = (): string[] => {
    const now = active.get()
    return store.selection.ids.size > 0 ? [...store.selection.ids] : now ? [now.rowId] : []
  }
  const button = (label: string, by: -1 | 1) => (
    <Button size="small" disabled={chosen().length === 0} onClick={() => moveRows(table, chosen(), by)}>
      {label}
    </Button>
  )
  return (
    <>
      {button('上移', -1)}
      {button('下移', 1)}
    </>
  )
}

function FoldButton({ table, tree }: { table: TableView; tree: TreeRows }) {
  useSyncExternalStore(tree.subscribeStructure, () => tree.structure)
  const { isAnyOpen } = tree
  return (
    <Button size="small" onClick={() => fold(table, 'all', !isAnyOpen)}>
      {isAnyOpen ? '全部收起' : '全部展开'}
    </Button>
  )
}

/** Below the rows: statistics of the selected cells, problems, undo. */
export function StatusLine({
  table,
  busy,
  undo,
  children,
}: {
  table: TableView
  busy: PasteVerb | null
  undo(): void
  /** The result of the last paste or import. */
  children: ReactNode
}) {
  const { store } = table
  const wrong = useSyncExternalStore(store.subscribeErrors, () => store.errorCount)
  useSyncExternalStore(store.subscribeTotals, () => store.totalsVersion)
  const canUndo = useSyncExternalStore(store.subscribeLog, () => store.canUndo)
  return (
    <div className="detail-status" role="status">
      <span>
        <SelectedRows table={table} />
        <SelectionSummary table={table} />
        <CellFormula table={table} />
        <EditedFault table={table} />
        <Notice table={table} />
        <ForeignSummary store={store} />
        {busy ? <span>正在{busy}…</span> : children}
      </span>
      <span>
        {wrong === 0 ? null : <span className="detail-wrong">{wrong} 格有误</span>}
        {canUndo ? (
          <button type="button" className="detail-undo" onClick={undo}>
            撤销 Ctrl Z
          </button>
        ) : null}
      </span>
    </div>
  )
}

/** Announced to screen readers while the caret is in an invalid cell; otherwise the cell itself shows it. */
function EditedFault({ table: { active, store, columns } }: { table: TableView }) {
  const now = useSyncExternalStore(active.subscribe, active.get)
  const errors = useSyncExternalStore(store.subscribeErrors, () =>
    now ? store.errorsOf(now.rowId) : undefined,
  )
  const column = now?.step == null ? undefined : columns.find(({ key }) => key === now.key)
  const text = column && errors?.[column.key]
  return text === undefined ? null : <span className="detail-hidden">{`${column?.title}：${text}`}</span>
}

/** What a command did out of sight. */
function Notice({ table: { active } }: { table: TableView }) {
  const notice = useSyncExternalStore(active.subscribe, () => active.notice)
  return notice === null ? null : <span>{notice}</span>
}

/** Size, count, sum and average of several selected cells; a large block is aggregated in idle time. */
function SelectionSummary({ table }: { table: TableView }) {
  const chosen = useSelectionStats(table)
  if (!chosen) return null
  const { block, stats } = chosen
  return (
    <span className="detail-figures">
      选区 {heightOf(block)} 行 × {widthOf(block)} 列　计数 {stats ? stats.count : '…'}
      {stats && stats.sum !== null ? `　求和 ${stats.sum}　平均 ${stats.average}` : null}
    </span>
  )
}
