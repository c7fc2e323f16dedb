import { DownOutlined } from '@ant-design/icons'
import { Dropdown, Table } from 'antd'
import type { ColumnGroupType, ColumnType } from 'antd/es/table'
import { isOffered } from '../../compile/offer.ts'
import type { Column, ListPlan } from '../../compile/plan.ts'
import type { Row } from '../../data/list-source.ts'
import { CellView } from './CellView.tsx'
import type { Density } from './memory.ts'
import { PageTotals } from './PageTotals.tsx'
import type { List } from './useList.ts'
import type { ListActions } from './useListActions.tsx'

interface Props {
  list: List
  actions: ListActions
  columns: readonly Column[]
  density: Density
  /** Height left for the table; its head and totals stay, its rows scroll. */
  height: number
}

const usualWidth = 140

export function ListTable({ list, actions, columns, density, height }: Props) {
  const { plan, state } = list
  const hasTotals = columns.some((column) => column.statistics.length > 0)
  const head = columns.some((column) => column.group) ? 82 : 41
  const width = columns.reduce((sum, column) => sum + (column.width ?? usualWidth), plan.selectable ? 40 : 0)
  return (
    <Table<Row>
      className="pro-table"
      data-density={density}
      size="middle"
      rowKey="id"
      tableLayout="fixed"
      dataSource={list.rows as Row[]}
      pagination={false}
      showSorterTooltip={false}
      columns={[...groupColumns(columns, list), actionColumn(plan, actions)].filter(
        (column) => column !== null,
      )}
      scroll={{
        x: plan.scrollX ?? width + 120,
        ...(height > 0 ? { y: Math.max(120, height - head - (hasTotals ? 40 : 0)) } : {}),
      }}
      rowSelection={
        plan.selectable
          ? {
              columnWidth: 40,
              selectedRowKeys: [...list.selected.keys()],
              preserveSelectedRowKeys: true,
              onChange: (keys) => list.select(keys.map(String)),
              getCheckboxProps: (row) => ({ 'aria-label': `选择 ${nameOf(row, columns)}` }) as object,
            }
          : undefined
      }
      onRow={(row) => ({ 'data-row-id': row.id }) as object}
      onChange={(_page, _filters, sorter) => {
        const by = Array.isArray(sorter) ? sorter[0] : sorter
        const sort = by?.order
          ? {
              column: String(by.columnKey),
              order: by.order === 'ascend' ? ('asc' as const) : ('desc' as const),
            }
          : plan.sort
        if (sort.column !== state.sort.column || sort.order !== state.sort.order)
          list.change({ sort, pageNo: 1 })
      }}
      summary={
        hasTotals && list.rows.length > 0 ? () => <PageTotals list={list} columns={columns} /> : undefined
      }
    />
  )
}

const nameOf = (row: Row, columns: readonly Column[]): string => {
  const key = (columns.find((column) => column.isLink) ?? columns[0])?.key
  return String((key && row[key]) ?? row.id)
}

const tableColumn = (column: Column, { plan, state }: List): ColumnType<Row> => ({
  key: column.key,
  // An element, not text: antd would label the header cell with text, and inputs of that name would be two.
  title: <span>{column.title}</span>,
  width: column.width ?? usualWidth,
  align: column.align,
  fixed: column.fixed,
  ellipsis: { showTitle: false },
  sorter: column.sortable,
  sortOrder:
    column.sortable && state.sort.column === column.key
      ? state.sort.order === 'asc'
        ? 'ascend'
        : 'descend'
      : null,
  onCell: () => ({ 'data-field': column.key }) as object,
  render: (_value, row) => <CellView column={column} row={row} plan={plan} />,
})

/** Neighbours that name the same group stand under one header. */
function groupColumns(columns: readonly Column[], list: List): (ColumnType<Row> | ColumnGroupType<Row>)[] {
  const result: (ColumnType<Row> | ColumnGroupType<Row>)[] = []
  let open = null as { title: string; children: ColumnType<Row>[] } | null
  for (const column of columns) {
    const drawn = tableColumn(column, list)
    if (!column.group) {
      open = null
      result.push(drawn)
    } else if (open?.title === column.group) open.children.push(drawn)
    else {
      open = { title: column.group, children: [drawn] }
      result.push(open)
    }
  }
  return result
}

function actionColumn(plan: ListPlan, actions: ListActions): ColumnType<Row> | null {
  if (plan.row.length === 0) return null
  return {
    key: 'actions',
    title: '操作',
    fixed: 'right',
    width: 120,
    render: (_value, row) => <RowActions row={row} plan={plan} actions={actions} />,
  }
}

/** Two at most in sight; with more, the first and 更多. */
export function RowActions({ row, plan, actions }: { row: Row; plan: ListPlan; actions: ListActions }) {
  const offered = plan.row.filter((action) => isOffered(action, row, plan.flow))
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
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action) => ({ key: action.code, label: action.title, danger: action.danger })),
            onClick: ({ key }) => {
              const action = more.find((item) => item.code === key)
              if (action) actions.runRow(action, row)
            },
          }}
        >
          <button type="button" aria-haspopup="menu">
            更多
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </span>
  )
}
