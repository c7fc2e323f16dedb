import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fillHref } from '#runtime/compile/list/url.ts'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { drawValue, isFigure } from './draw-value.tsx'
import type { Selection } from './useSelection.ts'

interface Props {
  title?: string
  keys: readonly ShownKey[]
  data: Records
  /** The page of the screen of these records: the first column links to each record. */
  path?: string
  /** Alternative link of the first column, filled with the values of each row. */
  href?: string
  /** A click on the first column chooses its value. */
  selection?: Selection
}

const wayTo = (record: Records['records'][number], { href, path }: Pick<Props, 'href' | 'path'>) => {
  if (href !== undefined) return fillHref(href, record)
  return path && record.id ? `${path}?id=${encodeURIComponent(String(record.id))}` : undefined
}

interface ChoiceProps {
  value: unknown
  selection: Selection
  children: ReactNode
}

const Choice = ({ value, selection, children }: ChoiceProps) => (
  <Button
    type="link"
    size="small"
    aria-pressed={selection.value !== '' && selection.value === String(value ?? '')}
    onClick={() => selection.toggle(value)}
  >
    {children}
  </Button>
)

/** The rows of a block as a plain table. */
export const RowsTable = ({ title, keys, data, selection, ...links }: Props) => (
  <div className="pro-rows">
    <table aria-label={title}>
      <thead>
        <tr>
          {keys.map((item) => (
            <th
              key={item.key}
              scope="col"
              data-figure={isFigure(item, data.records[0]?.[item.key]) || undefined}
            >
              {item.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.records.map((record, row) => {
          const to = wayTo(record, links)
          return (
            <tr key={String(record.id ?? row)}>
              {keys.map((item, index) => (
                <td key={item.key} data-figure={isFigure(item, record[item.key]) || undefined}>
                  {index === 0 && selection ? (
                    <Choice value={record[item.key]} selection={selection}>
                      {drawValue(item, record)}
                    </Choice>
                  ) : index === 0 && to ? (
                    <Link to={to}>{drawValue(item, record)}</Link>
                  ) : (
                    drawValue(item, record)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)
