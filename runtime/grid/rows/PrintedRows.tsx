import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePage } from '#runtime/host/page-visibility.ts'
import { growTree } from '#runtime/record/tree.ts'
import { type Column, cellText } from '../columns/columns.ts'
import { listGroups, numberWidth } from '../columns/layout.ts'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'
import { Totals } from './TotalsRow.tsx'

/** A plain table of all rows for printing: the grid draws only visible rows and cuts off its overflow. */
export function PrintedRows({ grid }: { grid: GridState }) {
  const page = usePage()
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser measures the printed content as soon as the event ends.
    const begin = () => flushSync(() => setPrinting(page.isShown()))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [page])
  return isPrinting ? <Sheet grid={grid} /> : null
}

function Sheet({ grid }: { grid: GridState }) {
  const { store } = grid
  const { columns, lookup } = useGridView(grid)
  const groups = listGroups(columns)
  const whole = columns.reduce((sum, { width }) => sum + width, numberWidth)
  const hasTotals = columns.some((column) => column.statistics.length > 0)
  return (
    <table className="detail-print">
      <colgroup>
        <col />
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width: `${(100 * width) / whole}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th rowSpan={groups.length > 0 ? 2 : 1} className="is-center">
            序号
          </th>
          {columns.map((column, at) => {
            if (column.group === undefined)
              return <HeadCell key={column.key} column={column} rowSpan={groups.length > 0 ? 2 : 1} />
            const group = groups.find(({ from }) => from === at)
            return group ? (
              <th key={column.key} colSpan={group.size}>
                {group.title}
              </th>
            ) : null
          })}
        </tr>
        {groups.length > 0 ? (
          <tr>
            {columns.map((column) =>
              column.group === undefined ? null : <HeadCell key={column.key} column={column} rowSpan={1} />,
            )}
          </tr>
        ) : null}
      </thead>
      <tbody>
        {growTree(store.rows, store.detail.tree?.parent).map(({ row, level }, at) => (
          <tr key={row.id}>
            <td className="is-center">{at + 1}</td>
            {columns.map((column) => (
              <td
                key={column.key}
                className={`is-${column.align}`}
                style={column.isBranch ? { paddingInlineStart: `${level}em` } : undefined}
              >
                {cellText(store, row, column, lookup)}
              </td>
            ))}
          </tr>
        ))}
        {hasTotals ? (
          <tr>
            <td />
            {columns.map((column) => (
              <td key={column.key} className={`is-${column.align}`}>
                <Totals table={grid} column={column} />
              </td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

const HeadCell = ({ column, rowSpan }: { column: Column; rowSpan: number }) => (
  <th rowSpan={rowSpan} className={`is-${column.align}`}>
    {column.title}
  </th>
)
