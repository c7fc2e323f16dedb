import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { BarPopover } from '../bars/BarPopover.tsx'
import { type Column, nameOf } from './columns.ts'
import { type ColumnMemory, DEFAULT_COLUMN_MEMORY } from './memory.ts'

interface Props {
  /** All columns that the user may see. */
  columns: readonly Column[]
  memory: ColumnMemory
  onChange(next: ColumnMemory): void
}

/** Selects the visible columns; at least one stays visible. */
export function ColumnMenu({ columns, memory, onChange }: Props) {
  const { hidden } = memory
  const left = columns.length - columns.filter(({ key }) => hidden.includes(key)).length
  return (
    <BarPopover label="明细列设置" icon={<SettingOutlined />}>
      <div className="detail-columns">
        <Button type="link" size="small" onClick={() => onChange(DEFAULT_COLUMN_MEMORY)}>
          恢复默认
        </Button>
        <ul>
          {columns.map((column) => {
            const { key } = column
            const isShown = !hidden.includes(key)
            return (
              <li key={key}>
                <Checkbox
                  checked={isShown}
                  disabled={isShown && left === 1}
                  onChange={({ target }) => {
                    const others = hidden.filter((hiddenKey) => hiddenKey !== key)
                    onChange({ ...memory, hidden: target.checked ? others : [...others, key] })
                  }}
                >
                  {nameOf(column)}
                </Checkbox>
              </li>
            )
          })}
        </ul>
      </div>
    </BarPopover>
  )
}
