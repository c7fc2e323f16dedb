import { useMemo } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import type { ReportPlan } from '#runtime/compile/report/report.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { ReportPage } from '#runtime/data/report-source.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { NoValue } from '../list-kit/table/CellView.tsx'
import {
  type ColumnTotal,
  hasWord,
  totalsOfRows,
  totalsOfServer,
  totalWords,
} from '../list-kit/table/column-totals.ts'
import type { GroupedRows, RowExtras } from '../list-kit/table/row-extras.ts'
import { isPartial, type RowGroup, rowGroups, textOfGroup } from '../list-kit/table/row-groups.ts'
import type { Report } from './useReport.ts'

interface Subtotal {
  label: string
  getTotals(column: Column): readonly ColumnTotal[]
}

/**
 * The sub-totals of a grouped report: as rows of the table, and on a phone below the last entry of each group. Undefined
 * for a report without groups. A group that continues on another page has the totals of all its rows, and says how many.
 */
export function useSubtotals({ groupBy }: ReportPlan, { list }: Report, columns: readonly Column[]) {
  const { lookup } = useServices()
  const { groups: wholes } = list.page as ReportPage
  const { rows, total } = list
  return useMemo(() => {
    const [column] = columns
    if (column === undefined || column.key !== groupBy) return undefined
    const groups = rowGroups(rows, column.key, wholes)
    // Without totals of the server, the groups of one page of several are not complete.
    const hasSubtotals = wholes !== undefined || total <= rows.length
    const subtotals = groups.map((group) => (hasSubtotals ? buildSubtotal(group, column, lookup) : undefined))
    return {
      grouped: groupedRows(groups, subtotals, columns),
      entries: entryExtras(groups, subtotals, columns),
    }
  }, [groupBy, columns, rows, total, wholes, lookup])
}

function buildSubtotal(group: RowGroup, column: Column, lookup: Lookup): Subtotal {
  const text = textOfGroup(group, column, lookup)
  const count = isPartial(group) ? `（共 ${group.whole?.total} 条）` : ''
  const getTotals = group.whole
    ? totalsOfServer({ ...group.whole.totals })
    : (totalled: Column) => totalsOfRows(totalled, group.rows)
  return { label: `${text || '未填'}小计${count}`, getTotals }
}

const getId = (group: RowGroup): string => `subtotal ${group.rows[0]?.id}`

/** The label takes the columns up to the first total. */
const labelSpan = (columns: readonly Column[]): number => {
  const at = columns.findIndex(({ statistics }) => statistics.length > 0)
  return at < 0 ? columns.length : Math.max(1, at)
}

function groupedRows(
  groups: readonly RowGroup[],
  subtotals: readonly (Subtotal | undefined)[],
  columns: readonly Column[],
): GroupedRows {
  const byRow = new Map(groups.map((group, at) => [getId(group), subtotals[at]]))
  const firsts = new Set(groups.map(({ rows }) => rows[0]?.id))
  const lasts = new Set(groups.map(({ rows }) => rows.at(-1)?.id))
  const places = new Map(columns.map((column, at) => [column.key, at]))
  const labelled = labelSpan(columns)
  return {
    rows: groups.flatMap((group, at): ListRow[] => [
      ...group.rows,
      ...(subtotals[at] ? [{ id: getId(group) }] : []),
    ]),
    cell(column, row) {
      const subtotal = byRow.get(row.id)
      const isFirst = column === columns[0]
      if (subtotal) return isFirst ? subtotal.label : <SubtotalFigures totals={subtotal.getTotals(column)} />
      // The value of a group is written once, beside its first row.
      return isFirst && !firsts.has(row.id) ? null : undefined
    },
    span(column, row) {
      if (!byRow.get(row.id)) return 1
      const at = places.get(column.key) ?? 0
      return at === 0 ? labelled : at < labelled ? 0 : 1
    },
    className(row) {
      if (byRow.get(row.id)) return 'pro-subtotal'
      return lasts.has(row.id) ? '' : 'pro-group-continues'
    },
  }
}

/** The totals of one cell; a zero is a pale dash, as in the rows. */
function SubtotalFigures({ totals }: { totals: readonly ColumnTotal[] }) {
  return totals.map((total) => (
    <span key={total.kind} className="pro-total" title={total.lack}>
      {hasWord(total, totals, true) && <small>{totalWords[total.kind]}</small>}
      {toBig(total.text.replaceAll(',', ''))?.eq(0) ? <NoValue /> : total.text}
    </span>
  ))
}

/** On a phone the sub-totals of a group are one line below its last entry. */
function entryExtras(
  groups: readonly RowGroup[],
  subtotals: readonly (Subtotal | undefined)[],
  columns: readonly Column[],
): RowExtras {
  const byLast = new Map(groups.map((group, at) => [group.rows.at(-1)?.id, subtotals[at]]))
  return {
    lead: (_row, cell) => cell,
    below(row) {
      const subtotal = byLast.get(row.id)
      if (!subtotal) return null
      return (
        <p className="pro-report-subtotal pro-num">
          <b>{subtotal.label}</b>
          {columns.map((column) => {
            const totals = subtotal.getTotals(column)
            return (
              totals.length > 0 && (
                <span key={column.key}>
                  {column.title} <SubtotalFigures totals={totals} />
                </span>
              )
            )
          })}
        </p>
      )
    },
  }
}
