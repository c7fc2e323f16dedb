import { PlusOutlined, RedoOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { addBackStep } from '#runtime/host/back-step.ts'
import type { Command } from '#runtime/record/changes/command-log.ts'
import { compileColors } from '#runtime/record/row-colors.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { TableSettings } from '#runtime/schema/types.ts'
import { focusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { nameOf } from '../columns/columns.ts'
import '../DetailTable.css'
import type { TableRows } from '#runtime/schema/types.ts'
import { useCellHandlers } from '../cells/useCellHandlers.ts'
import { ForeignSummary } from '../live/ForeignMark.tsx'
import { useTableSync } from '../live/useTableSync.ts'
import { ActiveCell } from '../range/active-cell.ts'
import { PrintedRows } from '../rows/PrintedRows.tsx'
import { RowPickerButtons } from '../rows/RowPickerButtons.tsx'
import { Totals } from '../rows/TotalsRow.tsx'
import { useNewRows } from '../rows/useNewRows.ts'
import { useRowStore, useTableRows } from '../rows/useTableRows.ts'
import { Entries, entryId, type PhoneView } from './Entries.tsx'
import { partsOf } from './entry-parts.ts'
import './phone.css'
import { type OpenedRow, RowSheet } from './RowSheet.tsx'

const FindBar = lazyPart(async () => (await import('../find/FindBar.tsx')).FindBar)
const RowPages = lazyPart(async () => (await import('../rows/RowPages.tsx')).RowPages)

/** Up to this number of rows no search is offered. */
const worthFinding = 10

/** A detail table on a phone: rows are entries and open one by one. */
export function PhoneDetail(props: ControlProps<TableRows, TableSettings>) {
  return <Phone {...useRowStore(props)} />
}

function Phone({ store, isFrozen }: { store: RowStore; isFrozen: boolean }) {
  const { lookup } = useRuntime()
  const model = useRecordModel()
  const { detail } = store
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const active = useMemo(() => new ActiveCell(), [])
  const { columns, tree, visibleRows, hidden, isOrdered, isFull, canAdd, canMove, hasMenu } = useTableRows(
    store,
    isFrozen,
  )
  const table: PhoneView = useMemo(
    () => ({
      ...{ store, visibleRows, tree, columns, active, lookup, id },
      ...{ isFrozen, canAdd, canMove, hasMenu },
      colorsOf: compileColors(columns.map(({ field }) => field)),
    }),
    [store, visibleRows, tree, columns, active, lookup, id, isFrozen, canAdd, canMove, hasMenu],
  )
  const parts = useMemo(() => partsOf(columns, detail.tree?.text), [columns, detail])
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
  const { add, ...rowActions } = useNewRows(store, (at, values) => {
    const [rowId] = store.insert(at, values && [values])
    if (rowId !== undefined) open(rowId, '')
  })
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

  const entryOf = (rowId: string) => document.getElementById(entryId(table, rowId))
  /** Scrolls to the entry of a row if the row still exists. */
  const look = (rowId: string | undefined) => {
    if (rowId === undefined || !store.row(rowId)) return
    reach(rowId)
    requestAnimationFrame(() => entryOf(rowId)?.scrollIntoView?.({ block: 'nearest' }))
  }
  const [find, setFind] = useState<{ isReplacing: boolean } | null>(null)
  return (
    <div ref={root} className="detail detail-phone">
      <div className="detail-phone-top">
        <div className="detail-phone-head">
          <h2>
            {titleOf(detail)} <span>{store.filledRows.length}</span>
          </h2>
          {store.rows.length > worthFinding ? (
            <Button
              type="text"
              icon={<SearchOutlined aria-hidden />}
              aria-label="在明细中查找"
              onClick={() => setFind({ isReplacing: false })}
            />
          ) : null}
          {canAdd ? (
            <RowPickerButtons table={table} isFull={isFull} enterGrid={() => look(active.get()?.rowId)} />
          ) : null}
          {canAdd ? (
            <Button type="link" icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={add}>
              新增一行
            </Button>
          ) : null}
        </div>
        {find ? (
          <Suspense>
            <FindBar
              table={table}
              cursor={{
                go: (rowId, key) => {
                  active.set(rowId, key, false)
                  look(rowId)
                },
              }}
              request={find}
              open={(isReplacing) => setFind({ isReplacing })}
              onClose={() => {
                setFind(null)
                active.clear()
              }}
            />
          </Suspense>
        ) : null}
      </div>
      <Entries table={table} parts={parts} label={titleOf(detail)} pinnedId={pinnedId} open={open} />
      {detail.pageSize === undefined ? null : (
        <Suspense>
          <RowPages store={store} />
        </Suspense>
      )}
      <Foot table={table} back={(commands) => look(rowOf(commands))} />
      <PrintedRows table={table} />
      <RowSheet
        table={table}
        opened={isGone ? null : opened}
        rowId={opened?.rowId ?? pinnedId ?? ''}
        hidden={hidden}
        isOrdered={isOrdered}
        isFull={isFull}
        rowActions={rowActions}
        open={open}
        close={close}
        afterClose={() => {
          active.clear()
          // The drawer returns the focus to the tapped entry; the user may have opened others since.
          focusWhenReady(() => (entryOf(pinnedId ?? '') ?? root.current?.querySelector('button'))?.focus())
        }}
      />
    </div>
  )
}

/** The first row that commands changed. */
function rowOf(commands: readonly Command[]): string | undefined {
  for (const command of commands) {
    if (command.kind === 'cells') return command.cells[0]?.id
    if (command.kind === 'insert') return command.rows[0]?.row.id
    if (command.kind === 'move') return command.id
  }
  return undefined
}

/** Below the entries: sums and averages of the columns, problems, undo. */
function Foot({ table, back }: { table: PhoneView; back(commands: readonly Command[]): void }) {
  const { store, columns } = table
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
              <dt>{nameOf(column)}</dt>
              <dd>
                <Totals table={table} column={column} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div role="status">
        <ForeignSummary store={store} />
        {wrong === 0 ? null : <span className="detail-wrong">{wrong} 格有误</span>}
        {canUndo ? (
          <Button type="text" icon={<UndoOutlined aria-hidden />} onClick={() => back(store.undo())}>
            撤销
          </Button>
        ) : null}
        {canRedo ? (
          <Button type="text" icon={<RedoOutlined aria-hidden />} onClick={() => back(store.redo())}>
            重做
          </Button>
        ) : null}
      </div>
    </div>
  )
}
