import type { ColumnGroupType, ColumnType } from 'antd/es/table'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { asChoiceField, choiceItems } from '#runtime/fields/kit/choice/choice.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { readFilterValues, writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import { sortEntries } from '#runtime/schema/query/sort.ts'
import type { Conditions } from '../query/QueryBar.tsx'
import { conditionsWithout } from '../query/without-item.ts'
import type { List } from '../useList.ts'
import { CellView, NoValue } from './CellView.tsx'
import type { ColorsOf } from './list-colors.ts'
import type { GroupedRows, RowExtras } from './row-extras.ts'
import { tracksShift } from './sort-click.ts'
import type { CellEdits } from './useCellEdits.tsx'
import type { HeadMenu } from './useHeadMenu.tsx'
import { ROW_NUMBER_WIDTH } from './widths/column-widths.ts'
import type { DrawnWidths } from './widths/useDrawnWidths.ts'

type TableColumn = ColumnType<ListRow> | ColumnGroupType<ListRow>

/** What a column needs besides its plan. */
interface ColumnScene {
  /** Absent where no cell can be edited. */
  edit?: CellEdits
  list: List
  /** Keys of the columns that stay at the left. */
  pinned: readonly string[]
  /** Key of the column that stays at the right. */
  stateKey?: string
  lookup: Lookup
  /** A report shows a zero as a pale dash. */
  isReport?: boolean
  lead?: RowExtras['lead']
  grouped?: GroupedRows
  findColors: ColorsOf
  headProps: HeadMenu['headProps']
  /** Absent where widths cannot be changed. */
  drawn?: DrawnWidths
}

/** The choices in the head of a column, as conditions of the list. */
function headFilter({ key }: Column, { plan, state }: List, lookup: Lookup): Partial<ColumnType<ListRow>> {
  const item = plan.filters.get(key)
  const items = item ? choiceItems(asChoiceField(item.field), lookup) : []
  if (!item || items.length === 0) return {}
  const chosen = readFilterValues(item.key, item.rule, state.conditions)
  return {
    className: chosen.length > 0 ? 'pro-filtered' : undefined,
    filters: items.map(({ value, text }) => ({ value, text })),
    filterMultiple: item.rule === 'in',
    filterSearch: items.length > MANY_CHOICES,
    filteredValue: [...chosen],
  }
}

const MANY_CHOICES = 10

/** The conditions of the list after a choice in the heads of its columns. */
export function filteredConditions(
  { plan, state }: Pick<List, 'plan' | 'state'>,
  chosen: Readonly<Record<string, readonly unknown[] | null>>,
): Conditions {
  let conditions: Conditions = state.conditions
  for (const [key, values] of Object.entries(chosen)) {
    const item = plan.filters.get(key)
    if (!item) continue
    const written = writeFilterValues(item.key, item.rule, (values ?? []).map(String))
    conditions = { ...conditionsWithout(conditions, item), ...written }
  }
  return conditions
}

const tableColumn = (column: Column, width: number | undefined, scene: ColumnScene): ColumnType<ListRow> => {
  const { list, pinned, stateKey, lookup, isReport, lead, grouped, findColors, edit, headProps, drawn } =
    scene
  const sorted = sortEntries(list.state.sort)
  const rank = sorted.findIndex(({ key }) => key === column.key)
  return {
    key: column.key,
    // An element, not text: antd would label the header cell with text, and two inputs would have the same name.
    title: (
      <span>
        {column.title}
        {rank >= 0 && sorted.length > 1 && <sup className="pro-sort-rank">{rank + 1}</sup>}
      </span>
    ),
    width,
    align: column.align,
    fixed: pinned.includes(column.key)
      ? 'left'
      : column.fixed === 'right' || column.key === stateKey
        ? 'right'
        : undefined,
    ellipsis: { showTitle: false },
    sorter: column.sortable && { multiple: 1 },
    sortOrder: column.sortable && rank >= 0 ? (sorted[rank]?.order === 'asc' ? 'ascend' : 'descend') : null,
    ...headFilter(column, list, lookup),
    // A new object: the table adds its own handlers to it.
    onHeaderCell: () => ({
      ...(column.sortable && tracksShift),
      ...headProps(column),
      ...drawn?.headProps(column.key),
    }),
    onCell: (row) =>
      ({
        ...edit?.cellProps(column, row),
        'data-field': column.key,
        'data-color': findColors(row)?.cell(column.key),
        ...(grouped ? { colSpan: grouped.span(column, row) } : {}),
      }) as object,
    render: (_value, row) => {
      const editor = edit?.editor(column, row)
      if (editor) return editor
      const content = grouped?.cell(column, row)
      if (content !== undefined) return content
      if (isReport && column.align === 'right' && toBig(row[column.key])?.eq(0)) return <NoValue />
      const cell = <CellView column={column} row={row} list={list} />
      return lead ? lead(row, cell) : cell
    },
  }
}

/** Adjacent columns of the same group share one header. */
export function tableColumns(
  columns: readonly Column[],
  widths: readonly number[],
  rowExtras: RowExtras | undefined,
  scene: ColumnScene,
): TableColumn[] {
  const leading = columns.find((column) => column.key === rowExtras?.column) ?? columns[0]
  const result: TableColumn[] = []
  let open = null as { title: string; children: ColumnType<ListRow>[] } | null
  for (const [index, column] of columns.entries()) {
    const lead = column === leading ? rowExtras?.lead : undefined
    const drawn = tableColumn(column, widths[index], { ...scene, lead })
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

/** The number of a row in the whole list: it continues over pages. A line of a group starts here, and takes `span` columns. */
export const rowNumberColumn = (
  { state: { pageNo, pageSize }, rows }: Pick<List, 'state' | 'rows'>,
  isPinned: boolean,
  line: GroupedRows['line'],
  span: number,
): ColumnType<ListRow> => ({
  key: '#',
  title: '#',
  className: 'pro-row-number',
  align: 'right',
  width: ROW_NUMBER_WIDTH,
  ...(isPinned ? { fixed: 'left' } : {}),
  onCell: line && ((row) => (line(row) ? { colSpan: span, style: { textAlign: 'start' } } : {})),
  render: (_value, row, index) =>
    line?.(row) ?? (pageNo - 1) * pageSize + (line ? rows.indexOf(row) : index) + 1,
})
