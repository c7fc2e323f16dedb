import { Alert, Tabs } from 'antd'
import { useState } from 'react'
import type { PreviewedSheet } from '#runtime/record/file-preview.ts'

/** The sheets of a workbook, each with its first rows. */
export function TableView({ sheets }: { sheets: readonly PreviewedSheet[] }) {
  const [at, setAt] = useState('0')
  const sheet = sheets[Number(at)]
  return (
    <div className="pro-view-part">
      {sheets.length > 1 && (
        <Tabs
          className="pro-view-tabs"
          size="small"
          activeKey={at}
          onChange={setAt}
          items={sheets.map(({ name }, index) => ({ key: String(index), label: name }))}
        />
      )}
      {sheet && <SheetRows key={at} sheet={sheet} />}
    </div>
  )
}

function SheetRows({ sheet: { name, rows, total } }: { sheet: PreviewedSheet }) {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const numbers = Array.from({ length: columns }, (_, at) => at)
  const isCut = total === undefined || total > rows.length
  return (
    <>
      {isCut && (
        <Alert
          banner
          type="info"
          message={`${total === undefined ? '行数很多' : `共 ${total} 行`}，这里只显示前 ${rows.length} 行，请下载后查看全部`}
        />
      )}
      <div
        className="pro-view-sheet"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
      >
        {rows.length === 0 ? (
          <p>这张表是空的</p>
        ) : (
          <table aria-label={name || '表格'}>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move
                <tr key={at}>
                  <th scope="row">{at + 1}</th>
                  {numbers.map((column) => (
                    <td key={column}>{row[column] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
