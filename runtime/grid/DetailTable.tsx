import { Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { RowsProvider, useRecordModel } from '#runtime/contract/model-context.tsx'
import { compileColors } from '#runtime/record/row-colors.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { TableSettings } from '#runtime/schema/types.ts'
import { useLowWindow } from '#runtime/ui/layout/useLowWindow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StatusLine, ToolBar } from './bars/Bars.tsx'
import { usePaste } from './clipboard/usePaste.ts'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import { isCellEditable } from './columns/columns.ts'
import { layoutColumns } from './columns/layout.ts'
import { clampWidth, useColumnMemory } from './columns/memory.ts'
import { compareBy } from './columns/sort.ts'
import './DetailTable.css'
import '#runtime/ui/colors.css'
import './colors.css'
import type { TableRows } from '#runtime/schema/types.ts'
import { KeyHelp } from './bars/KeyHelp.tsx'
import { useCellHandlers } from './cells/useCellHandlers.ts'
import { type MenuPosition, RowMenu } from './commands/RowMenu.tsx'
import type { TableView } from './controller/table-view.ts'
import { keepCursor, useCursor } from './controller/useCursor.ts'
import { FindBar } from './find/FindBar.tsx'
import { useTableSync } from './live/useTableSync.ts'
import { ActiveCell } from './range/active-cell.ts'
import { CellRange } from './range/cell-range.ts'
import { undoAndReveal } from './range/undo-and-reveal.ts'
import { newRowPosition } from './rows/new-row.ts'
import { PrintedRows } from './rows/PrintedRows.tsx'
import { useNewRows } from './rows/useNewRows.ts'
import { usePanes } from './rows/usePanes.tsx'
import { useRowStore, useTableRows } from './rows/useTableRows.ts'
import { Grid } from './viewport/Grid.tsx'
import { rowHeights } from './viewport/row-window.ts'

// Rarely used parts are loaded on demand.
const PasteReport = lazyPart(async () => (await import('./clipboard/PasteReport.tsx')).PasteReport)
const RowPages = lazyPart(async () => (await import('./rows/RowPages.tsx')).RowPages)

const DEFAULT_MAX_HEIGHT = 400

/**
 * A detail table as one field of its form. The rows are in the row store of the record model, found by the key of the
 * field; `value` and `onChange` are not used, so no form library walks the rows.
 */
export function DetailTable(props: ControlProps<TableRows, TableSettings>) {
  const tableRows = useRowStore(props)
  return (
    <RowsProvider value={tableRows.store}>
      <Table {...tableRows} />
    </RowsProvider>
  )
}

function Table({ store, isFrozen }: { store: RowStore; isFrozen: boolean }) {
  const { lookup, user } = useRuntime()
  const model = useRecordModel()
  const { screen } = model
  const { detail } = store
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<MenuPosition | null>(null)
  const active = useMemo(() => new ActiveCell(), [])
  const { columns: allColumns, tree, visibleRows, hidden, ...may } = useTableRows(store, isFrozen)
  const { isOrdered, isFull, canAdd, canMove, hasMenu } = may
  const [memory, setMemory] = useColumnMemory(user.username, `${screen.id}.${detail.key}`)
  // Keys typed before the editor is there would be lost.
  useEffect(() => {
    for (const { type, field } of allColumns) void type.preload?.(field)
  }, [allColumns])
  const columns = useMemo(
    () => layoutColumns(allColumns, memory, isFrozen, detail.tree ? (detail.tree.text ?? '') : null),
    [allColumns, memory, isFrozen, detail],
  )
  const [sorted, setSorted] = useState<TableView['sorted']>(null)
  const range = useMemo(() => new CellRange(visibleRows, active, columns), [visibleRows, active, columns])
  // Where positions are stored, sorting moves every row.
  const canSort = !isFrozen && (canMove || !isOrdered)
  const [find, setFind] = useState<{ isReplacing: boolean } | null>(null)
  const openFind = useCallback((isReplacing: boolean) => setFind({ isReplacing }), [])
  const isLow = useLowWindow()
  const rowHeight = rowHeights[isLow ? 'tiny' : (detail.size ?? 'medium')]
  const table: TableView = useMemo(
    () => ({
      store,
      visibleRows,
      tree,
      columns,
      active,
      range,
      lookup,
      colorsOf: compileColors(allColumns.map(({ field }) => field)),
      rowHeight,
      id,
      isFrozen,
      alwaysEdit: detail.alwaysEdit === true && !isFrozen,
      canAdd,
      canMove,
      canSort,
      hasMenu,
      openMenu: (rowId, x, y) => setPlace({ rowId, x, y }),
      sorted,
      sortBy: (key, isDescending) => {
        const column = columns.find((item) => item.key === key)
        if (!column) return
        store.sort(compareBy({ store, lookup }, column, isDescending))
        setSorted({ key, isDescending })
      },
      setWidth: (key, width, isEnd = true) => {
        const { [key]: _old, ...widths } = memory.widths
        const next = width === null ? widths : { ...widths, [key]: clampWidth(width) }
        setMemory({ ...memory, widths: next }, isEnd)
      },
    }),
    [
      store,
      visibleRows,
      tree,
      detail,
      columns,
      allColumns,
      active,
      range,
      lookup,
      rowHeight,
      id,
      isFrozen,
      canAdd,
      canMove,
      hasMenu,
      canSort,
      sorted,
      memory,
      setMemory,
    ],
  )
  const cursor = useCursor({ ...table, grid })
  const { paste, importFile, busy, outcome, dismiss } = usePaste(table, screen.id)
  // Only the generic routes read sheets. The rows of a sheet have no place in a tree.
  const canImport = canAdd && !tree && (screen.url?.importExcel ?? screen.url?.add) === undefined
  useTableSync({ model, store, grid, isFrozen })
  useCellHandlers({ model, store, active, isFrozen })

  /** Inserts one row and sets the cursor on the cell where typing begins. */
  const insert = useCallback(
    (at: number, key?: string, values?: Values) => {
      const [rowId] = store.insert(at, values && [values])
      const row = store.row(rowId ?? '')
      const start = columns.find(
        (column) => column.key === key || (!key && isCellEditable(store, row, column)),
      )
      if (row && start) cursor.go(row.id, start.key)
    },
    [store, columns, cursor],
  )

  const { add, ...rowActions } = useNewRows(store, (at, values) => insert(at, undefined, values))
  /** Enter at the end: adds a sibling of the current row. */
  const append = () => {
    const now = active.get()
    insert(
      store.rows.length,
      active.tabbedFrom ?? now?.key,
      now ? newRowPosition(store, now.rowId, 'behind').hangs : undefined,
    )
  }
  const backToGrid = () => grid.current?.focus({ preventScroll: true })
  const panes = usePanes(table, backToGrid)

  useEffect(() => {
    return store.subscribeReveal(() => {
      if (store.revealed) cursor.go(store.revealed.id, store.revealed.key)
    })
  }, [store, cursor])

  useEffect(() => {
    return keepCursor(table, grid)
  }, [table])

  return (
    <div className="detail">
      <ToolBar
        table={table}
        isFull={isFull}
        hidden={hidden}
        add={add}
        importFile={canImport ? importFile : undefined}
        openFind={() => openFind(!isFrozen)}
        enterGrid={backToGrid}
      >
        <KeyHelp isFrozen={isFrozen} isTree={tree !== null} />
        <ColumnMenu columns={allColumns} memory={memory} onChange={setMemory} />
      </ToolBar>
      {find ? (
        <FindBar
          table={table}
          cursor={cursor}
          request={find}
          open={openFind}
          onClose={() => {
            setFind(null)
            backToGrid()
          }}
        />
      ) : null}
      <Grid
        table={table}
        cursor={cursor}
        grid={grid}
        label={titleOf(detail)}
        maxHeight={detail.maxHeight ?? DEFAULT_MAX_HEIGHT}
        openFind={openFind}
        paste={paste}
        append={!canAdd || isFull ? undefined : append}
      />
      {detail.pageSize === undefined ? null : (
        <Suspense>
          <RowPages store={store} />
        </Suspense>
      )}
      <StatusLine table={table} busy={busy} undo={() => undoAndReveal(table, cursor)}>
        {outcome ? (
          <Suspense>
            <PasteReport
              store={store}
              outcome={outcome}
              reveal={(rowId, key) => cursor.go(rowId, key)}
              undo={() => {
                undoAndReveal(table, cursor)
                dismiss()
              }}
              onClose={dismiss}
            />
          </Suspense>
        ) : null}
      </StatusLine>
      <PrintedRows table={table} />
      {panes.opened}
      <RowMenu
        table={table}
        position={place}
        isOrdered={isOrdered}
        isFull={isFull}
        hidden={hidden}
        {...rowActions}
        openPane={panes.open}
        onClose={() => {
          setPlace(null)
          backToGrid()
        }}
      />
    </div>
  )
}
