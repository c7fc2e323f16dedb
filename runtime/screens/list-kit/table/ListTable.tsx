import { CaretRightOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Table } from 'antd'
import type { ColumnType, TableRef } from 'antd/es/table'
import { type MouseEvent, useEffect, useRef } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import { countText, type ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Density } from '../list-memory.ts'
import { actionMenu } from '../tools.tsx'
import type { List } from '../useList.ts'
import type { ListActions } from '../useListActions.tsx'
import { type TotalsOf, totalsOfRows } from './column-totals.ts'
import { useListColors } from './list-colors.ts'
import { filteredConditions, rowNumberColumn, tableColumns } from './list-columns.tsx'
import { PageTotals, totalsText } from './PageTotals.tsx'
import { isPlainClick } from './plain-click.ts'
import type { GroupedRows, Inner, RowExtras } from './row-extras.ts'
import { sortAfterClick } from './sort-click.ts'
import { useCellEdits } from './useCellEdits.tsx'
import { useHeadMenu } from './useHeadMenu.tsx'
import { actionWidth, tableWidths } from './widths/column-widths.ts'
import { HeadCell } from './widths/HeadCell.tsx'
import type { DrawnWidths } from './widths/useDrawnWidths.ts'

interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  density: Density
  /** Keys of the columns that stay at the left while others scroll. */
  pinned?: readonly string[]
  /** Available height in pixels; header and totals stay, rows scroll. */
  width: number
  height: number
  /** The widths that the user has set; absent where they cannot be changed. */
  drawn?: DrawnWidths
  /** Vertical lines, as in a printed table. */
  bordered?: boolean
  /** The totals of all pages, shown below those of the current page. */
  whole?: TotalsOf
  /** The totals of all pages are shown beside those of the page instead. */
  isBeside?: boolean
  /** Content that opens below a row. */
  inner?: Inner
  rowExtras?: RowExtras
  /** The rows with sub-totals between them; they are drawn instead of those of the list. */
  grouped?: GroupedRows
  /** A click on a row outside its links and buttons. */
  onRow?(row: ListRow): void
}

/** Where the rows have less room the page area scrolls, so that the totals are not cut. */
const MIN_ROWS_HEIGHT = 120
/** More rows than these are virtualised. */
const manyRows = 200
const components = { header: { cell: HeadCell } }

export function ListTable({ list, actions, columns, density, width, height, ...more }: Props) {
  const { pinned = [], drawn, bordered, whole, isBeside, inner, rowExtras, grouped, onRow } = more
  const { lookup } = useServices()
  const { plan, state } = list
  const rows = grouped?.rows ?? list.rows
  const findColors = useListColors(plan.columns)
  const table = useRef<TableRef>(null)
  const edit = useCellEdits(list)
  const { headProps, menu } = useHeadMenu(list)
  // A scroll container must be reachable by keyboard; rows without buttons are not focusable.
  const isRead = !plan.selectable && plan.row.length === 0
  useEffect(() => {
    if (isRead) table.current?.nativeElement.querySelector('.ant-table-body')?.setAttribute('tabindex', '0')
  })
  const hasTotals = columns.some((column) => column.statistics.length > 0)
  const head = columns.some((column) => column.group) ? 82 : 41
  const shape = { plan, columns, width, bordered, hasInner: inner !== undefined, drawn: drawn?.widths }
  const { isNumbered, widths, total, stateKey } = tableWidths(shape)
  const isLine = (row: ListRow) => grouped?.line?.(row) !== undefined
  const actionCells = actionColumn(plan, actions, isLine)
  const note = whole && isBeside ? `全部 ${countText(list.page)} 条，${totalsText(list, whole)}` : undefined
  const hasSecondLine = whole !== undefined && !isBeside
  const totalsHeight = hasTotals ? (hasSecondLine ? 80 : 40) : 0
  const roomOfRows = height - head - totalsHeight
  const totalsRow = {
    plan,
    columns,
    offset: (plan.selectable ? 1 : 0) + (inner ? 1 : 0) + (isNumbered ? 1 : 0),
  }
  // A report on one page has no totals besides these.
  const isComplete = bordered === true && list.total <= list.rows.length
  const hasSums = columns.some((column) => column.statistics.includes('sum'))
  const wholeLabel = hasSums ? '总计' : '全部'
  return (
    <>
      <Table<ListRow>
        ref={table}
        className={height > 0 && roomOfRows < MIN_ROWS_HEIGHT ? 'pro-table pro-short' : 'pro-table'}
        data-density={density}
        size="middle"
        bordered={bordered}
        rowKey="id"
        tableLayout="fixed"
        components={components}
        dataSource={rows as ListRow[]}
        rowClassName={grouped?.className}
        pagination={false}
        showSorterTooltip={false}
        virtual={height > 0 && rows.length > manyRows}
        columns={[
          ...(isNumbered
            ? [
                rowNumberColumn(
                  list,
                  pinned.length > 0,
                  grouped?.line,
                  1 + columns.length + actionCells.length,
                ),
              ]
            : []),
          ...tableColumns(columns, widths, rowExtras, {
            list,
            pinned,
            stateKey,
            lookup,
            grouped,
            findColors,
            edit,
            isReport: bordered,
            headProps,
            drawn,
          }),
          ...actionCells,
        ]}
        scroll={{
          x: total,
          ...(height > 0 ? { y: Math.max(MIN_ROWS_HEIGHT, roomOfRows) } : {}),
        }}
        rowSelection={
          plan.selectable
            ? {
                columnWidth: 40,
                selectedRowKeys: [...list.selected.keys()],
                preserveSelectedRowKeys: true,
                onChange: (keys) => list.select(keys.map(String)),
                getCheckboxProps: (row) =>
                  ({ 'aria-label': `选择 ${formatName(row, columns)}`, disabled: isLine(row) }) as object,
                renderCell: (_isSelected, row, _index, box) => (isLine(row) ? null : box),
              }
            : undefined
        }
        onRow={(row) =>
          ({
            ...(!isLine(row) && { 'data-row-id': row.id }),
            'data-color': findColors(row)?.row,
            ...drawn?.rowProps,
            ...(onRow &&
              !isLine(row) && { onClick: (event: MouseEvent) => isPlainClick(event) && onRow(row) }),
          }) as object
        }
        expandable={
          rowExtras
            ? belowRows(list.rows, rowExtras)
            : inner && {
                columnWidth: 40,
                expandedRowRender: inner.draw,
                rowExpandable: (row) => !isLine(row),
                expandIcon: ({ expanded, onExpand, record, expandable }) =>
                  expandable && (
                    <Button
                      type="text"
                      size="small"
                      className="pro-expand"
                      aria-label={`${expanded ? '收起' : '展开'}${inner.title} ${formatName(record, columns)}`}
                      aria-expanded={expanded}
                      icon={<CaretRightOutlined aria-hidden rotate={expanded ? 90 : 0} />}
                      onClick={(event) => onExpand(record, event)}
                    />
                  ),
              }
        }
        onChange={(_page, filters, sorter, { action }) => {
          if (action === 'filter') list.search(filteredConditions(list, filters))
          const isAdded = table.current?.nativeElement.dataset.shift === 'true'
          if (action === 'sort')
            list.change({ sort: sortAfterClick(sorter, state.sort, plan.sort, isAdded), pageNo: 1 })
        }}
        summary={
          // The table expects its own element here; any other would scroll away with the rows.
          hasTotals && list.rows.length > 0
            ? () => (
                <Table.Summary fixed="bottom">
                  <PageTotals
                    {...totalsRow}
                    label={isComplete ? wholeLabel : `${plan.paging ? '本页' : ''}${hasSums ? '合计' : ''}`}
                    getTotals={(column) => totalsOfRows(column, list.rows)}
                    note={note}
                  />
                  {hasSecondLine && <PageTotals {...totalsRow} label={wholeLabel} getTotals={whole} />}
                </Table.Summary>
              )
            : undefined
        }
      />
      {menu}
    </>
  )
}

/** Notes below rows: whether a row has one is known only after drawing it. */
function belowRows(rows: readonly ListRow[], { below }: RowExtras) {
  const notes = new Map(rows.map((row) => [row.id, below(row)]))
  return {
    showExpandColumn: false,
    expandedRowKeys: rows.flatMap(({ id }) => (notes.get(id) ? [id] : [])),
    expandedRowRender: ({ id }: ListRow) => notes.get(id),
  }
}

const formatName = (row: ListRow, columns: readonly Column[]): string => {
  const key = (columns.find((column) => column.isLink) ?? columns[0])?.key
  return String((key && row[key]) ?? row.id)
}

function actionColumn(
  plan: ListPlan,
  actions: ListActions,
  isLine: (row: ListRow) => boolean,
): ColumnType<ListRow>[] {
  if (plan.row.length === 0) return []
  const column: ColumnType<ListRow> = {
    key: 'actions',
    className: 'pro-actions',
    title: '操作',
    fixed: 'right',
    width: actionWidth(plan),
    onCell: (row) => (isLine(row) ? { colSpan: 0 } : {}),
    render: (_value, row) => <RowActions row={row} plan={plan} actions={actions} />,
  }
  return [column]
}

/** At most two visible actions; with more, the first and 更多. */
export function RowActions({ row, plan, actions }: { row: ListRow; plan: ListPlan; actions: ListActions }) {
  const { user } = useServices()
  const offered = plan.row.filter((action) => isActionAvailable(action, row, { flow: plan.flow, user }))
  const inSight = offered.length > 2 ? offered.slice(0, 1) : offered
  const more = offered.slice(inSight.length)
  return (
    <span className="pro-row-actions">
      {inSight.map((action) => (
        <button key={action.code} type="button" onClick={() => actions.runRow(action, row)}>
          {action.title}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={actionMenu(more, (action) => actions.runRow(action, row))}>
          <button type="button" aria-haspopup="menu">
            更多
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </span>
  )
}
