import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { BarPopover } from '../bars/BarPopover.tsx'
import { formatName } from '../columns/columns.ts'
import { DEFAULT_COLUMN_MEMORY } from '../columns/memory.ts'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'

/** Selects the visible columns; at least one stays visible. */
export function ColumnMenu({ grid }: { grid: GridState }) {
  useGridView(grid)
  const columns = grid.allColumns
  const memory = grid.memory.get()
  const { hidden } = memory
  const left = columns.length - columns.filter(({ key }) => hidden.includes(key)).length
  return (
    <BarPopover label="明细列设置" icon={<SettingOutlined />}>
      <div className="detail-columns">
        <Button type="link" size="small" onClick={() => grid.arrangeColumns(DEFAULT_COLUMN_MEMORY)}>
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
                    grid.arrangeColumns({ ...memory, hidden: target.checked ? others : [...others, key] })
                  }}
                >
                  {formatName(column)}
                </Checkbox>
              </li>
            )
          })}
        </ul>
      </div>
    </BarPopover>
  )
}
