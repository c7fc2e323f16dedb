import { DeleteOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import type { QueryChoices, SortedColumn } from './choices.ts'
import type { ComposedColumn } from './compose-sql.ts'

interface Props {
  choices: QueryChoices
  columns: readonly ComposedColumn[]
  onChange(choices: QueryChoices): void
}

const directions = [
  { value: 'up', label: '从小到大' },
  { value: 'down', label: '从大到小' },
]

/** The order of the rows, and how many of them the report has at most. */
export function SortAndLimit({ choices, columns, onChange }: Props) {
  const limitId = useId()
  const sort = choices.sort.filter(({ column }) => columns.some(({ name }) => name === column))
  const setSort = (next: readonly SortedColumn[]) => onChange({ ...choices, sort: next })
  const { limit, ...unlimited } = choices
  const free = columns.filter(({ name }) => !sort.some(({ column }) => column === name))
  return (
    <div className="view-query-part">
      {sort.map((entry, at) => {
        const set = (next: SortedColumn) => setSort(sort.map((old) => (old === entry ? next : old)))
        return (
          <div key={entry.column} className="view-report-bar">
            <Select
              aria-label={`第 ${at + 1} 个排序的列`}
              value={entry.column}
              options={columns
                .filter(({ name }) => name === entry.column || free.some((other) => other.name === name))
                .map(({ name, title }) => ({ value: name, label: title }))}
              onChange={(column: string) => set({ ...entry, column })}
            />
            <Select
              aria-label={`第 ${at + 1} 个排序的方向`}
              value={entry.isDescending ? 'down' : 'up'}
              options={directions}
              onChange={(word: string) => set({ ...entry, isDescending: word === 'down' })}
            />
            <Button
              type="text"
              aria-label={`删除第 ${at + 1} 个排序`}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => setSort(sort.filter((old) => old !== entry))}
            />
          </div>
        )
      })}
      <div className="view-report-bar">
        <Button
          disabled={free.length === 0}
          onClick={() => setSort([...sort, { column: free[0]?.name ?? '', isDescending: false }])}
        >
          添加排序
        </Button>
      </div>
      <div className="view-report-bar">
        <label htmlFor={limitId}>最多取</label>
        <Input
          id={limitId}
          className="view-query-limit"
          inputMode="numeric"
          maxLength={6}
          placeholder="不限"
          value={limit ?? ''}
          onChange={({ target }) => {
            const next = Number(target.value.replace(/\D/g, ''))
            onChange(next > 0 ? { ...choices, limit: next } : unlimited)
          }}
        />
        <span>行</span>
      </div>
    </div>
  )
}
