import { ArrowLeftOutlined, DownOutlined, EllipsisOutlined, UpOutlined } from '@ant-design/icons'
import { Button, ConfigProvider, Drawer } from 'antd'
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { getTitle } from '#runtime/schema/derive.ts'
import { isOffered } from '#runtime/ui/commands/command.ts'
import { isCellEditable } from '../columns/columns.ts'
import type { GridContext } from '../commands/grid-command.ts'
import { RowMenu } from '../commands/RowMenu.tsx'
import { rowCommands } from '../commands/row-commands.ts'
import type { GridController } from '../controller/GridController.ts'
import { addRowsAfter } from '../controller/new-row.ts'
import { RowForm } from '../row-form/RowForm.tsx'
import { RowPane } from '../rows/RowPane.tsx'
import { useTransientColumns } from '../rows/useTransientColumns.ts'
import { cellId, type GridState } from '../state/GridState.ts'
import { useGridView, useRowStructure } from '../state/hooks.ts'
import { useOpenField } from './useOpenField.ts'

/**
 * The open row, a new object with every request; `focus` names the field that gets the caret, '' the first editable
 * field.
 */
export interface OpenedRow {
  rowId: string
  focus?: string | undefined
}

interface Props {
  grid: GridController
  opened: OpenedRow | null
  /** The row opened last; it is still drawn while the drawer closes. */
  rowId: string
  /** The question before the row is removed. */
  question: ReactNode
  open(rowId: string): void
  close(): void
  afterClose(): void
}

/** One row over the whole screen. */
export function RowSheet({ grid, opened, rowId, question, ...more }: Props) {
  const { open, close, afterClose } = more
  const { store, visibleRows, isOrdered } = grid
  const { columns, canAdd, hasMenu } = useGridView(grid)
  const { detail } = store
  const { mode } = useRecordModel().env
  useRowStructure(visibleRows)
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(rowId, listener), [store, rowId])
  const row = useSyncExternalStore(subscribe, () => store.row(rowId))
  const errors = useSyncExternalStore(subscribe, () => store.findErrors(rowId))
  const [isThere, setThere] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const field = useOpenField(grid, rowId, body)
  useFocus(grid, isThere ? opened : null)
  useTransientColumns(grid, row && opened ? [row] : [])

  const fields = columns.filter(({ isPosition }) => !isPosition)
  const at = visibleRows.indexOf(rowId)
  const beside = (by: -1 | 1) => {
    const next = visibleRows.at(at + by)?.id
    return {
      disabled: at < 0 || next === undefined,
      onClick: () => {
        field.leave()
        if (next !== undefined) open(next)
        // A disabled button loses the focus, and with it Esc would not be received.
        if (!visibleRows.at(at + 2 * by)) body.current?.focus({ preventScroll: true })
      },
    }
  }
  const openMenu = ({ currentTarget }: MouseEvent) => {
    field.leave()
    const { left, bottom } = currentTarget.getBoundingClientRect()
    grid.openMenu(rowId, left, bottom)
  }
  const context: GridContext = { grid, rows: [rowId] }
  const commands =
    detail.rowMenu !== false || store.isSelectable(row)
      ? rowCommands.filter((command) => command.places?.includes('sheet') && isOffered(command, context))
      : []
  const number = visibleRows.getNumber(rowId)
  return (
    <Drawer
      open={opened !== null}
      rootClassName="detail-sheet"
      width="100%"
      closable={{ closeIcon: <ArrowLeftOutlined aria-hidden />, 'aria-label': '返回' }}
      title={
        <>
          {getTitle(detail)} <span>{row ? `第 ${number} 行 / 共 ${store.rows.length} 行` : null}</span>
        </>
      }
      extra={
        hasMenu ? (
          <Button
            type="text"
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={`第 ${number} 行的操作`}
            onClick={openMenu}
          />
        ) : null
      }
      footer={
        <div className="detail-sheet-foot">
          <Button icon={<UpOutlined aria-hidden />} {...beside(-1)}>
            上一行
          </Button>
          <Button icon={<DownOutlined aria-hidden />} {...beside(1)}>
            下一行
          </Button>
          {commands.map((command) => (
            <Button key={command.id} danger={command.isDanger} onClick={() => command.run(context)}>
              {command.title}
            </Button>
          ))}
        </div>
      }
      onClose={() => {
        field.leave()
        close()
      }}
      afterOpenChange={(isOpen) => {
        setThere(isOpen)
        if (!isOpen) afterClose()
      }}
    >
      <div
        ref={body}
        tabIndex={-1}
        className="pro-form"
        data-labels="rows"
        data-mode={mode}
        data-row-id={rowId}
      >
        {row ? (
          <ConfigProvider variant="borderless">
            <RowForm
              key={rowId}
              store={store}
              row={row}
              label={`第 ${number} 行`}
              fields={fields}
              errors={errors}
              columns={1}
              getId={(key) => cellId(grid, rowId, key)}
              put={(values, key) => store.setCells([{ id: rowId, values }], field.findStep(key))}
              addRows={canAdd && isOrdered ? addRowsAfter(store, rowId) : undefined}
              onEnter={field.enter}
              onLeave={field.scheduleLeave}
            />
          </ConfigProvider>
        ) : null}
      </div>
      {question}
      <RowPane grid={grid} />
      <RowMenu grid={grid} />
    </Drawer>
  )
}

const MAX_FOCUS_WAIT_MS = 2000
const FOCUS_POLL_MS = 50

/** Focuses the requested field as soon as its control is drawn: many controls load when first drawn. */
function useFocus(grid: GridState, opened: OpenedRow | null): void {
  useEffect(() => {
    if (opened?.focus === undefined) return
    const { rowId, focus } = opened
    const row = grid.store.row(rowId)
    const key = focus || grid.columns.find((column) => isCellEditable(grid.store, row, column))?.key
    const until = Date.now() + MAX_FOCUS_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const control = document.getElementById(cellId(grid, rowId, key ?? ''))
      if (control) control.focus()
      else if (Date.now() < until) timer = setTimeout(look, FOCUS_POLL_MS)
    }
    look()
    return () => clearTimeout(timer)
  }, [grid, opened])
}
