import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import type { CountedCell } from '#runtime/record/panel/counted-records.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { drawValue } from '../../draw-value.tsx'
import { type Cross, type CrossLine, crossTable, groupName } from './cross-table.ts'

interface Props {
  title?: string
  cross: Cross
  keys: readonly ShownKey[]
  data: Records
  /** Opens the records that a figure counts. */
  onOpen(cell: CountedCell): void
}

/**
 * Rows and columns from values, totals in the cells, which open the records that they count. Nothing where the user may not see
 * one of the fields.
 */
export function CrossTable({ title, cross, keys, data, onOpen }: Props) {
  const { lookup } = useServices()
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isClosed = useCallback(
    (group: string) => turned.has(group) !== (cross.collapsed === true),
    [turned, cross.collapsed],
  )
  const turn = (group: string) =>
    setTurned(
      (before) =>
        new Set(before.has(group) ? [...before].filter((other) => other !== group) : [...before, group]),
    )
  const { columns, lines } = useMemo(() => crossTable(cross, data, isClosed), [cross, data, isClosed])
  const findItem = (key: string) => keys.find((item) => item.key === key)
  const heads = cross.rows.flatMap((key) => findItem(key) ?? [])
  const by = findItem(cross.columns[0] ?? '')
  const value = findItem(cross.value)
  if (heads.length < cross.rows.length || !by || !value) return null
  const scale = cross.scale ?? value.column?.field.scale
  const open = (line: CrossLine, column: Records['records'][number] | undefined) => {
    const named = line.kind === 'row' ? heads : line.record ? heads.slice(0, 1) : []
    const parts = [
      ...named.map((item) => ({ item, record: line.record ?? {} })),
      ...(column ? [{ item: by, record: column }] : []),
    ]
    const texts = parts.map(({ item, record }) => printShown(item, record, lookup))
    onOpen({
      values: Object.fromEntries(parts.map(({ item, record }) => [item.key, record[item.key] ?? null])),
      title: texts.length > 0 ? texts.join('，') : '合计',
    })
  }
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
              <LineHeads line={line} before={lines[at - 1]} heads={heads} cross={cross} onTurn={turn} />
              {line.figures.map((figure, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so do the columns
                <td key={column} data-figure>
                  {figure ? (
                    <Button type="text" size="small" onClick={() => open(line, columns[column])}>
                      {formatNumber(figure, scale)}
                    </Button>
                  ) : (
                    <span className="pro-none">—</span>
                  )}
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
  cross: Cross
  /** Opens or closes the lines of a group. */
  onTurn(group: string): void
}

/** The texts of a line; a value of the first row field is written once for its lines, which it opens and closes. */
function LineHeads({ line: { kind, record }, before, heads, cross, onTurn }: HeadsProps) {
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
  const group = groupName(record, cross)
  if (kind === 'closed')
    return (
      <th scope="row" colSpan={heads.length}>
        <GroupButton isOpen={false} onClick={() => onTurn(group)}>
          {drawValue(first, record)}
        </GroupButton>
      </th>
    )
  const isNested = heads.length > 1
  const isRepeated =
    isNested &&
    before?.kind === 'row' &&
    before.record !== undefined &&
    groupName(before.record, cross) === group
  return heads.map((item, at) => (
    <th key={item.key} scope="row">
      {at > 0 || !isNested ? (
        drawValue(item, record)
      ) : isRepeated ? null : (
        <GroupButton isOpen onClick={() => onTurn(group)}>
          {drawValue(item, record)}
        </GroupButton>
      )}
    </th>
  ))
}

interface GroupButtonProps {
  isOpen: boolean
  onClick(): void
  children: ReactNode
}

const GroupButton = ({ isOpen, onClick, children }: GroupButtonProps) => (
  <Button
    type="text"
    size="small"
    aria-expanded={isOpen}
    icon={isOpen ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
    onClick={onClick}
  >
    {children}
  </Button>
)

/** The text of a value in a title. */
function printShown(item: ShownKey, record: Records['records'][number], lookup: Lookup): string {
  const value = record[item.key]
  if (isBlank(value)) return '（空）'
  return item.column ? printValue(item.column, record, lookup) : String(value)
}
