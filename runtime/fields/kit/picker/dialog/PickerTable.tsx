import { Table, type TableColumnType } from 'antd'
import type { KeyboardEvent } from 'react'
import { type ListRow, totalText } from '#runtime/data/list-source.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { spanText } from '#runtime/ui/Pager.tsx'
import { RowCell } from '../../RowCell.tsx'
import type { PickerColumn } from '../plan.ts'
import type { Picker } from '../usePicker.ts'

const toColumn = (column: PickerColumn): TableColumnType<ListRow> => ({
  key: column.key,
  title: column.title,
  width: column.width,
  align: column.type.align,
  ellipsis: true,
  render: (_, row) => <RowCell column={column} row={row} />,
})

/** Name of a row: the values of the first two columns. */
const formatName = (row: ListRow, columns: readonly PickerColumn[] = []): string =>
  columns
    .slice(0, 2)
    .map(({ key }) => row[key] ?? '')
    .join(' ')

/** Moves the focus to the row above or below; returns whether there is one. */
function step(from: Element, direction: 'previousElementSibling' | 'nextElementSibling'): boolean {
  const next = from[direction]
  if (!(next instanceof HTMLElement) || !next.dataset.rowKey) return false
  next.focus()
  return true
}

const focusSearch = (from: Element) =>
  from.closest('[role="dialog"]')?.querySelector<HTMLElement>('form input')?.focus()

/** Sets the focus on the first row of the picker around an element. */
export function focusFirstRow(within: Element): void {
  within.querySelector<HTMLElement>('tr[data-row-key]')?.focus()
}

/**
 * Up and down move between rows, and up from the first row to the search; space selects, Enter takes the row, with
 * those selected before.
 */
export function PickerTable({ picker }: { picker: Picker }) {
  const { plan, page, isMany, chosen } = picker
  const press = (row: ListRow) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'ArrowDown') step(event.currentTarget, 'nextElementSibling')
    else if (event.key === 'ArrowUp')
      step(event.currentTarget, 'previousElementSibling') || focusSearch(event.currentTarget)
    else if (event.key === ' ') picker.toggle(row)
    else if (event.key === 'Enter' && !event.ctrlKey) picker.take(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Table<ListRow>
      rowKey="id"
      size="small"
      columns={(plan?.columns ?? []).map(toColumn)}
      dataSource={page.records}
      loading={picker.isLoading}
      scroll={{ y: 400 }}
      locale={{ emptyText: errorText('NO_RESULTS') }}
      rowSelection={{
        type: isMany ? 'checkbox' : 'radio',
        selectedRowKeys: [...chosen.keys()],
        preserveSelectedRowKeys: true,
        getCheckboxProps: (row) => ({ 'aria-label': `选择 ${formatName(row, plan?.columns)}` }) as object,
        onChange: (_keys, rows) => picker.select(rows.filter((row) => row !== undefined)),
      }}
      onRow={(row, index) => ({
        // One tab stop; arrow keys move from there.
        tabIndex: index === 0 ? 0 : -1,
        onKeyDown: press(row),
        onClick: () => picker.toggle(row),
        onDoubleClick: () => !isMany && picker.take(row),
      })}
      pagination={{
        current: picker.pageNo,
        pageSize: picker.pageSize,
        total: page.total,
        pageSizeOptions: [...(plan?.pageSizes ?? [])],
        showSizeChanger: true,
        showQuickJumper: true,
        showTotal: () => `${spanText(picker.pageNo, picker.pageSize, page.total)}，${totalText(page)}`,
        onChange: picker.changePage,
      }}
    />
  )
}
