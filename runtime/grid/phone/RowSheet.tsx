import { ArrowLeftOutlined, DownOutlined, EllipsisOutlined, UpOutlined } from '@ant-design/icons'
import { Button, ConfigProvider, Drawer } from 'antd'
import { type MouseEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { titleOf } from '#runtime/schema/derive.ts'
import { isCellEditable } from '../columns/columns.ts'
import { type MenuPosition, RowMenu } from '../commands/RowMenu.tsx'
import { cellId } from '../controller/table-view.ts'
import { RowForm } from '../row-form/RowForm.tsx'
import { addRowsAfter } from '../rows/new-row.ts'
import type { useNewRows } from '../rows/useNewRows.ts'
import { usePanes } from '../rows/usePanes.tsx'
import { useRemoval } from '../rows/useRemoval.tsx'
import { useTransientColumns } from '../rows/useTransientColumns.ts'
import type { PhoneView } from './Entries.tsx'
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
  table: PhoneView
  opened: OpenedRow | null
  /** The row opened last; it is still drawn while the drawer closes. */
  rowId: string
  hidden: ReadonlySet<string>
  isOrdered: boolean
  isFull: boolean
  rowActions: Omit<ReturnType<typeof useNewRows>, 'add'>
  open(rowId: string): void
  close(): void
  afterClose(): void
}

/** One row over the whole screen. */
export function RowSheet({ table, opened, rowId, hidden, isOrdered, isFull, rowActions, ...more }: Props) {
  const { open, close, afterClose } = more
  const { store, visibleRows, columns, canAdd, hasMenu, isFrozen } = table
  const { detail } = store
  const { mode } = useRecordModel().env
  useSyncExternalStore(visibleRows.subscribeStructure, () => visibleRows.structure)
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(rowId, listener), [store, rowId])
  const row = useSyncExternalStore(subscribe, () => store.row(rowId))
  const errors = useSyncExternalStore(subscribe, () => store.errorsOf(rowId))
  const [place, setPlace] = useState<MenuPosition | null>(null)
  const [isThere, setThere] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const field = useOpenField(table, rowId, body)
  const { remove, question } = useRemoval(table)
  const panes = usePanes(table, () => {})
  useFocus(table, isThere ? opened : null)
  useTransientColumns(table, row && opened ? [row] : [])

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
    setPlace({ rowId, x: left, y: bottom })
  }
  const canRemove =
    !isFrozen && !hidden.has('delete') && (detail.rowMenu !== false || store.isSelectable(row))
  const number = visibleRows.numberOf(rowId)
  return (
    <Drawer
      open={opened !== null}
      rootClassName="detail-sheet"
      width="100%"
      closable={{ closeIcon: <ArrowLeftOutlined aria-hidden />, 'aria-label': '返回' }}
      title={
        <>
          {titleOf(detail)} <span>{row ? `第 ${number} 行 / 共 ${store.rows.length} 行` : null}</span>
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
          {canRemove ? (
            <Button danger onClick={() => remove([rowId], true)}>
              删除
            </Button>
          ) : null}
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
              idOf={(key) => cellId(table, rowId, key)}
              put={(values, key) => store.setCells([{ id: rowId, values }], field.stepOf(key))}
              addRows={canAdd && isOrdered ? addRowsAfter(store, rowId) : undefined}
              onEnter={field.enter}
              onLeave={field.scheduleLeave}
            />
          </ConfigProvider>
        ) : null}
      </div>
      {question}
      {panes.opened}
      <RowMenu
        table={table}
        position={place}
        isOrdered={isOrdered}
        isFull={isFull}
        hidden={hidden}
        {...rowActions}
        openPane={panes.open}
        onClose={() => setPlace(null)}
      />
    </Drawer>
  )
}

const patience = 2000
const pause = 50

/** Focuses the requested field as soon as its control is drawn: many controls load when first drawn. */
function useFocus(table: PhoneView, opened: OpenedRow | null): void {
  useEffect(() => {
    if (opened?.focus === undefined) return
    const { rowId, focus } = opened
    const row = table.store.row(rowId)
    const key = focus || table.columns.find((column) => isCellEditable(table.store, row, column))?.key
    const until = Date.now() + patience
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const control = document.getElementById(cellId(table, rowId, key ?? ''))
      if (control) control.focus()
      else if (Date.now() < until) timer = setTimeout(look, pause)
    }
    look()
    return () => clearTimeout(timer)
  }, [table, opened])
}
