import { Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { RowsProvider, useRecordModel } from '#runtime/contract/model-context.tsx'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { KeyHelp } from './bars/KeyHelp.tsx'
import { StatusLine } from './bars/StatusLine.tsx'
import { ToolBar } from './bars/ToolBar.tsx'
import { useCellHandlers } from './cells/useCellHandlers.ts'
import { GridClipboard } from './clipboard/GridClipboard.ts'
import { columnMemoryKey } from './columns/memory.ts'
import { RowMenu } from './commands/RowMenu.tsx'
import { GridController } from './controller/GridController.ts'
import { useGridController } from './controller/useGridController.ts'
import { ColumnMenu } from './head/ColumnMenu.tsx'
import type { GridSetup } from './state/grid-view.ts'
import { useOpenPart } from './state/hooks.ts'
import './DetailTable.css'
import '#runtime/ui/colors.css'
import './colors.css'
import { FindBar } from './find/FindBar.tsx'
import { useTableSync } from './live/useTableSync.ts'
import { PrintedRows } from './rows/PrintedRows.tsx'
import { RowPane } from './rows/RowPane.tsx'
import { useRemovalQuestion } from './rows/useRemovalQuestion.tsx'
import { useRowStore } from './rows/useRowStore.ts'
import { domSurface } from './viewport/dom-surface.ts'
import { Grid } from './viewport/Grid.tsx'

// The list of all keys takes them from here: imported by themselves they would be chunks of their own.
export { findBarCommands, findCommands } from './commands/find-commands.ts'
export { gridCommands } from './commands/grid-commands.ts'

// Rarely used parts are loaded on demand.
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

/** The controller of a table whose columns the user can arrange, with a clipboard. */
function useTableController(store: RowStore, isFrozen: boolean): GridController {
  const { username } = useServices().user
  const { screen } = useRecordModel()
  const create = useCallback(
    (id: string, rows: RowStore, setup: GridSetup) =>
      new GridController(id, rows, setup, {
        memoryKey: columnMemoryKey(username, `${screen.id}.${rows.detail.key}`),
        // Only the generic routes read sheets.
        clipboard: (grid) =>
          new GridClipboard(
            grid,
            (screen.url?.importExcel ?? screen.url?.add) === undefined ? screen.id : null,
          ),
      }),
    [username, screen],
  )
  return useGridController(store, isFrozen, create)
}

function Table({ store, isFrozen }: { store: RowStore; isFrozen: boolean }) {
  const model = useRecordModel()
  const { detail } = store
  const element = useRef<HTMLDivElement>(null)
  const grid = useTableController(store, isFrozen)
  const maxHeight = detail.maxHeight ?? DEFAULT_MAX_HEIGHT
  const focus = useCallback(() => grid.surface?.focus(), [grid])
  const [askRemoval, question] = useRemovalQuestion(focus)

  useLayoutEffect(() => {
    grid.surface = domSurface(grid, () => element.current, maxHeight, askRemoval)
    return () => {
      grid.surface = null
    }
  }, [grid, maxHeight, askRemoval])
  useEffect(() => {
    return grid.connect()
  }, [grid])
  // Keys typed before the editor is there would be lost.
  useEffect(() => {
    const preload = () => {
      for (const { type, field } of grid.allColumns) void type.preload?.(field)
    }
    preload()
    return grid.view.subscribe(preload)
  }, [grid])
  useTableSync({ model, store, grid: element, isFrozen })
  useCellHandlers({ model, store, active: grid.active, isFrozen })

  return (
    <div className="detail">
      <ToolBar grid={grid}>
        <KeyHelp grid={grid} />
        <ColumnMenu grid={grid} />
      </ToolBar>
      <Find grid={grid} />
      <Grid grid={grid} element={element} label={getTitle(detail)} maxHeight={maxHeight} />
      {detail.pageSize === undefined ? null : (
        <Suspense>
          <RowPages store={store} />
        </Suspense>
      )}
      <StatusLine grid={grid} />
      <PrintedRows grid={grid} />
      <RowPane grid={grid} />
      <RowMenu grid={grid} />
      {question}
    </div>
  )
}

function Find({ grid }: { grid: GridController }) {
  const request = useOpenPart(grid, 'find')
  if (!request) return null
  const close = () => {
    grid.close('find')
    grid.surface?.focus()
  }
  return (
    <FindBar grid={grid} go={(rowId, key) => grid.cursor.go(rowId, key)} request={request} onClose={close} />
  )
}
