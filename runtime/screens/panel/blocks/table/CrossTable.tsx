import { useMemo } from 'react'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { drawValue } from '../../draw-value.tsx'
import { type Cross, type CrossLine, crossTable } from './cross-table.ts'

interface Props {
  title?: string
  cross: Cross
  keys: readonly ShownKey[]
  data: Records
}

/** Rows and columns from values, totals in the cells. Nothing where the user may not see one of the fields. */
export function CrossTable({ title, cross, keys, data }: Props) {
  const { columns, lines } = useMemo(() => crossTable(cross, data), [cross, data])
  const findItem = (key: string) => keys.find((item) => item.key === key)
  const heads = cross.rows.flatMap((key) => findItem(key) ?? [])
  const by = findItem(cross.columns[0] ?? '')
  const value = findItem(cross.value)
  if (heads.length < cross.rows.length || !by || !value) return null
  const scale = cross.scale ?? value.column?.field.scale
  const [outer] = heads
  return (
    <div className="pro-rows pro-cross">
      <table aria-label={title}>
        <thead>
          <tr>
            {heads.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            {columns.map((record) => (
              <th key={String(record[by.key])} scope="col" data-figure>
                {drawValue(by, record)}
              </th>
            ))}
            <th scope="col" data-figure>
              合计
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer keep their order
            <tr key={at} data-line={line.kind}>
              <LineHeads line={line} before={lines[at - 1]} heads={heads} outer={outer?.key ?? ''} />
              {line.figures.map((figure, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so do the columns
                <td key={column} data-figure>
                  {figure ? formatNumber(figure, scale) : <span className="pro-none">—</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadsProps {
  line: CrossLine
  before: CrossLine | undefined
  heads: readonly ShownKey[]
  /** The first row field: its value is written once for its lines. */
  outer: string
}

function LineHeads({ line: { kind, record }, before, heads, outer }: HeadsProps) {
  const [first] = heads
  if (!record || !first)
    return (
      <th scope="row" colSpan={heads.length}>
        合计
      </th>
    )
  if (kind === 'subtotal')
    return (
      <th scope="row" colSpan={heads.length}>
        {drawValue(first, record)}小计
      </th>
    )
  const isRepeated =
    heads.length > 1 && before?.kind === 'row' && (before.record?.[outer] ?? null) === (record[outer] ?? null)
  return heads.map((item, at) => (
    <th key={item.key} scope="row">
      {at === 0 && isRepeated ? null : drawValue(item, record)}
    </th>
  ))
}
