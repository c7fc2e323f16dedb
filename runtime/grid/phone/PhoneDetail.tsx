import { PlusOutlined, RedoOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { addBackStep } from '#runtime/host/back-step.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { focusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { useCellHandlers } from '../cells/useCellHandlers.ts'
import { formatName } from '../columns/columns.ts'
import { addRow, pickerCommands } from '../commands/bar-commands.ts'
import type { GridContext } from '../commands/grid-command.ts'
import { historyCommands } from '../commands/history-commands.ts'
import { buildContext, useCommands } from '../commands/useCommands.ts'
import { GridController } from '../controller/GridController.ts'
import { useGridController } from '../controller/useGridController.ts'
import type { GridSetup } from '../state/grid-view.ts'
import { useGridView, useOpenPart, useRowStructure } from '../state/hooks.ts'
import '../DetailTable.css'
import { ForeignSummary } from '../live/ForeignMark.tsx'
import { useTableSync } from '../live/useTableSync.ts'
import { PrintedRows } from '../rows/PrintedRows.tsx'
import { RowPicker } from '../rows/RowPicker.tsx'
import { Totals } from '../rows/TotalsRow.tsx'
import { useRemovalQuestion } from '../rows/useRemovalQuestion.tsx'
import { useRowStore } from '../rows/useRowStore.ts'
import { Entries, entryId } from './Entries.tsx'
import { buildParts } from './entry-parts.ts'
import './phone.css'
import { type OpenedRow, RowSheet } from './RowSheet.tsx'

const FindBar = lazyDialog(async () => (await import('../find/FindBar.tsx')).FindBar)
const RowPages = lazyPart(async () => (await import('../rows/RowPages.tsx')).RowPages)

const ADD_LOOK = { type: 'link', icon: <PlusOutlined aria-hidden /> } as const
/** The focus stays with what was tapped. */
const noFocus = (): void => {}

/** Up to this number of rows no search is offered. */
const MIN_ROWS_WITH_FIND = 10

/** A detail table on a phone: rows are entries and open one by one. */
export function PhoneDetail(props: ControlProps<TableRows, TableSettings>) {
  return <Phone {...useRowStore(props)} />
}

const create = (id: string, store: RowStore, setup: GridSetup) => new GridController(id, store, setup)

const headCommands = (context: GridContext) => [...pickerCommands(context), addRow]

function Phone({ store, isFrozen }: { store: RowStore; isFrozen: boolean }) {
  const model = useRecordModel()
  const { detail } = store
  const root = useRef<HTMLDivElement>(null)
  const grid = useGridController(store, isFrozen, create)
  const { active, visibleRows } = grid
  const { columns } = useGridView(grid)
  useRowStructure(store)
  const parts = useMemo(() => buildParts(columns, detail.tree?.text), [columns, detail])
  const heads = useCommands(grid, headCommands)
  useTableSync({ model, store, grid: root, isFrozen })
  useCellHandlers({ model, store, active, isFrozen })

  const [opened, setOpened] = useState<OpenedRow | null>(null)
  const [pinnedId, setPinnedId] = useState<string>()
  /** Ensures that the entry of the row is drawn, on its page and expanded. */
  const reach = useCallback(
    (rowId: string) => {
      visibleRows.reveal(rowId)
      store.paging.show(visibleRows.indexOf(rowId))
      setPinnedId(rowId)
    },
    [visibleRows, store],
  )
  const open = useCallback(
    (rowId: string, focus?: string) => {
      reach(rowId)
      setOpened({ rowId, focus })
    },
    [reach],
  )
  const close = useCallback(() => setOpened(null), [])
  const isOpen = opened !== null
  // Back closes the row before the form.
  useEffect(() => {
    return isOpen ? addBackStep(close) : undefined
  }, [isOpen, close])
  const isGone = opened !== null && store.row(opened.rowId) === undefined
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])

  useEffect(() => {
    const follow = () => {
      if (store.revealed) open(store.revealed.id, store.revealed.key)
      store.revealed = null
    }
    // The request may have arrived while this code was loading.
    follow()
    return store.subscribeReveal(follow)
  }, [store, open])

  const findEntry = (rowId: string) => document.getElementById(entryId(grid, rowId))
  /** Scrolls to the entry of a row if the row still exists. */
  const look = useCallback(
    (rowId: string | undefined) => {
      if (rowId === undefined || !store.row(rowId)) return
      reach(rowId)
      requestAnimationFrame(() =>
        document.getElementById(entryId(grid, rowId))?.scrollIntoView?.({ block: 'nearest' }),
      )
    },
    [grid, store, reach],
  )
  const [askRemoval, question] = useRemovalQuestion(noFocus)
  useLayoutEffect(() => {
    grid.surface = {
      focus: noFocus,
      keepFocus: noFocus,
      blurEditor: noFocus,
      showRow: noFocus,
      enter: look,
      showCell: look,
      showUndone: look,
      draw: (change) => change(),
      rowsInPage: () => 1,
      confirmRemoval: askRemoval,
      openNewRow: (rowId) => open(rowId, ''),
    }
    return () => {
      grid.surface = null
    }
  }, [grid, look, askRemoval, open])
  const find = useOpenPart(grid, 'find')
  return (
    <div ref={root} className="detail detail-phone">
      <div className="detail-phone-top">
        <div className="detail-phone-head">
          <h2>
            {getTitle(detail)} <span>{store.filledRows.length}</span>
          </h2>
          {store.rows.length > MIN_ROWS_WITH_FIND ? (
            <Button
              type="text"
              icon={<SearchOutlined aria-hidden />}
              aria-label="在明细中查找"
              onClick={() => grid.openFind(false)}
            />
          ) : null}
          {heads.map(({ command, canRun }) => (
            <Button
              key={command.id}
              {...(command === addRow ? ADD_LOOK : { size: 'small' })}
              disabled={!canRun}
              onClick={() => command.run(buildContext(grid))}
            >
              {command.title}
            </Button>
          ))}
          <RowPicker grid={grid} />
        </div>
        {find ? (
          <FindBar
            grid={grid}
            go={(rowId, key) => {
              active.set(rowId, key, false)
              look(rowId)
            }}
            request={find}
            onClose={() => {
              grid.close('find')
              active.clear()
            }}
          />
        ) : null}
      </div>
      <Entries grid={grid} parts={parts} label={getTitle(detail)} pinnedId={pinnedId} open={open} />
      {detail.pageSize === undefined ? null : (
        <Suspense>
          <RowPages store={store} />
        </Suspense>
      )}
      <TableFooter grid={grid} />
      <PrintedRows grid={grid} />
      <RowSheet
        grid={grid}
        opened={isGone ? null : opened}
        rowId={opened?.rowId ?? pinnedId ?? ''}
        question={question}
        open={open}
        close={close}
        afterClose={() => {
          active.clear()
          // The drawer returns the focus to the tapped entry; the user may have opened others since.
          focusWhenReady(() => (findEntry(pinnedId ?? '') ?? root.current?.querySelector('button'))?.focus())
        }}
      />
    </div>
  )
}

/** Below the entries: sums and averages of the columns, problems, undo. */
function TableFooter({ grid }: { grid: GridController }) {
  const { store } = grid
  const { columns } = useGridView(grid)
  useSyncExternalStore(store.subscribeTotals, () => store.totalsVersion)
  const wrong = useSyncExternalStore(store.subscribeErrors, () => store.errorCount)
  useSyncExternalStore(store.subscribeLog, () => store.version)
  const { canUndo, canRedo } = store
  const summed = columns.filter(({ statistics }) => statistics.length > 0)
  return (
    <div className="detail-phone-foot">
      {summed.length > 0 && store.rows.length > 0 ? (
        <dl>
          {summed.map((column) => (
            <div key={column.key} data-total={column.key}>
              <dt>{formatName(column)}</dt>
              <dd>
                <Totals table={grid} column={column} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div role="status">
        <ForeignSummary store={store} />
        {wrong === 0 ? null : <span className="detail-wrong">{wrong} 格有误</span>}
        {historyCommands
          .filter(({ id }) => (id === 'undo' ? canUndo : canRedo))
          .map((command) => (
            <Button
              key={command.id}
              type="text"
              icon={command.id === 'undo' ? <UndoOutlined aria-hidden /> : <RedoOutlined aria-hidden />}
              onClick={() => command.run(buildContext(grid))}
            >
              {command.title}
            </Button>
          ))}
      </div>
    </div>
  )
}
