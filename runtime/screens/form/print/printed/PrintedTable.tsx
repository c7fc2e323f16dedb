import { numberRows } from '#runtime/record/print/row-numbers.ts'
import type { PrintedProps } from './printed-view.ts'

const NUMBER_WIDTH = 44

/** A table whose head is repeated on each page; the totals are its last row, on the last page only. */
export function PrintedTable({ block }: PrintedProps<'table'>) {
  const { title, columns, rows, totals, totalsTitle = '合计', redTotals, note, keep } = block
  const whole = columns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH)
  const numbers = numberRows(rows)
  // The title of the totals takes the columns before the first total.
  const first = totals?.findIndex((text) => text !== '') ?? -1
  return (
    <section className="pro-print-group" data-keep={keep}>
      {title !== undefined && <h2>{title}</h2>}
      <table>
        <colgroup>
          <col style={{ width: `${(100 * NUMBER_WIDTH) / whole}%` }} />
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width: `${(100 * width) / whole}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>序号</th>
            {columns.map((column) => (
              <th key={column.key}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, reds, isTotal }, at) => (
            <tr key={key} className={isTotal ? 'is-total' : undefined}>
              <td className="is-center">{numbers[at]}</td>
              {columns.map((column, place) => (
                <td key={column.key} className={`is-${column.align}`} data-red={reds?.[place] || undefined}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
          {totals && first >= 0 && (
            <tr className="is-total">
              <td className="is-center" colSpan={first + 1}>
                {totalsTitle}
              </td>
              {columns.slice(first).map((column, place) => (
                <td
                  key={column.key}
                  className={`is-${column.align}`}
                  data-red={redTotals?.[first + place] || undefined}
                >
                  {totals[first + place]}
                </td>
              ))}
            </tr>
          )}
          {note !== undefined && (
            <tr className="is-note">
              <td colSpan={columns.length + 1}>{note}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
