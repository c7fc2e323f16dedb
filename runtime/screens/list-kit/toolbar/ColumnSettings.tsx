import { GroupOutlined, HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Segmented, Space, Tooltip } from 'antd'
import { useState } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { columnWidthCommands } from '#runtime/ui/layout/column-width-commands.ts'
import { cellCommands } from '../commands/cell-commands.ts'
import { columnCommands } from '../commands/column-commands.ts'
import { listCommands } from '../commands/list-commands.ts'
import {
  arrange,
  type Density,
  densities,
  type ListMemory,
  MAX_PAGE_SIZE,
  pinnedKeys,
  plainMemory,
} from '../list-memory.ts'

interface Props {
  columns: readonly Column[]
  memory: ListMemory
  onChange(next: ListMemory): void
  /** The column by whose values the rows are grouped. */
  group: string | undefined
  /** The columns by whose values the user may group; absent where rows are not grouped. */
  groupKeys: ReadonlySet<string> | undefined
  onGroup(key: string | undefined): void
  /** Saves what the list shows as a view; absent where views are not offered. */
  onSaveView?(): void
}

const { add } = listCommands
const { edit } = cellCommands
const { resize } = columnWidthCommands
const options = Object.entries(densities).map(([label, value]) => ({ label, value }))

export function ColumnSettings({ columns, memory, onChange, onSaveView, ...grouping }: Props) {
  const { group, groupKeys, onGroup } = grouping
  const [dragged, setDragged] = useState<string | null>(null)
  const arranged = arrange(columns, memory)
  const keys = arranged.map((column) => column.key)

  const reset = () => {
    const { pinned: _pinned, sizes: _sizes, ...others } = memory
    onChange({ ...others, ...plainMemory })
    if (group !== undefined) onGroup(undefined)
  }

  const pinned = pinnedKeys(columns, memory)
  const pin = (key: string) =>
    onChange({
      ...memory,
      pinned: pinned.includes(key) ? pinned.filter((other) => other !== key) : [...pinned, key],
    })

  const move = (key: string, to: number) => {
    const order = keys.filter((other) => other !== key)
    order.splice(to, 0, key)
    onChange({ ...memory, order })
  }
  const toggle = (key: string, on: boolean) =>
    onChange({
      ...memory,
      hidden: on ? memory.hidden.filter((other) => other !== key) : [...memory.hidden, key],
    })

  return (
    <div className="pro-settings">
      <div className="pro-settings-head">
        <b>密度</b>
        <Segmented<Density>
          aria-label="密度"
          size="small"
          options={options}
          value={memory.density}
          onChange={(density) => onChange({ ...memory, density })}
        />
      </div>
      <div className="pro-settings-head">
        <b>显示列</b>
        <Button type="link" size="small" onClick={reset}>
          恢复默认
        </Button>
      </div>
      <ul>
        {arranged.map(({ key, title }, index) => (
          <li
            key={key}
            draggable
            onDragStart={() => setDragged(key)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged && move(dragged, index)}
            onDragEnd={() => setDragged(null)}
            data-dragged={dragged === key || undefined}
          >
            <button
              type="button"
              className="pro-handle"
              aria-label={`移动${title}，用上下方向键`}
              onKeyDown={(event) => {
                const context = { at: index, count: keys.length, move: (to: number) => move(key, to) }
                runKey(columnCommands, context, event)
              }}
            >
              <HolderOutlined aria-hidden />
            </button>
            <Checkbox
              checked={!memory.hidden.includes(key)}
              onChange={(event) => toggle(key, event.target.checked)}
            >
              {title}
            </Checkbox>
            {groupKeys?.has(key) && (
              <GroupButton
                title={title}
                isGrouped={group === key}
                onClick={() => onGroup(group === key ? undefined : key)}
              />
            )}
            <PinButton title={title} isPinned={pinned.includes(key)} onClick={() => pin(key)} />
          </li>
        ))}
      </ul>
      <PageSizes memory={memory} onChange={onChange} />
      {onSaveView && (
        <Button type="link" size="small" onClick={onSaveView}>
          保存为视图
        </Button>
      )}
      <p className="pro-settings-keys">
        {keyLabel(add)} {add.title}；双击单元格，或点单元格后按 {keyLabel(edit)} {edit.title}；按住 Shift
        点击列头，可按多列排序；拖动列头右边，或点列头后按 {keyLabel(resize)} {resize.title}
      </p>
    </div>
  )
}

/** Adds a page size to those of the list. */
function PageSizes({ memory, onChange }: Pick<Props, 'memory' | 'onChange'>) {
  const [size, setSize] = useState<number | null>(null)
  const sizes = memory.sizes ?? []
  const add = () => {
    if (size !== null) onChange({ ...memory, sizes: [...new Set([...sizes, size])].sort((a, b) => a - b) })
    setSize(null)
  }
  return (
    <div className="pro-settings-head">
      <b>每页条数</b>
      <Space.Compact size="small">
        <InputNumber
          aria-label="每页条数"
          placeholder={sizes.length > 0 ? sizes.join('、') : '如 50'}
          min={1}
          max={MAX_PAGE_SIZE}
          precision={0}
          value={size}
          onChange={setSize}
          onPressEnter={add}
        />
        <Button disabled={size === null} onClick={add}>
          添加
        </Button>
      </Space.Compact>
    </div>
  )
}

/** Draws the rows in groups by the values of a column. */
function GroupButton({ title, isGrouped, onClick }: { title: string; isGrouped: boolean; onClick(): void }) {
  return (
    <Tooltip title={isGrouped ? '取消分组' : '按此列分组'}>
      <button
        type="button"
        className="pro-pin"
        aria-pressed={isGrouped}
        aria-label={`按${title}分组`}
        onClick={onClick}
      >
        <GroupOutlined aria-hidden />
      </button>
    </Tooltip>
  )
}

/** Keeps a column at the left while the others scroll. */
function PinButton({ title, isPinned, onClick }: { title: string; isPinned: boolean; onClick(): void }) {
  return (
    <Tooltip title={isPinned ? '取消固定' : '固定在左侧'}>
      <button
        type="button"
        className="pro-pin"
        aria-pressed={isPinned}
        aria-label={`固定${title}`}
        onClick={onClick}
      >
        {isPinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
      </button>
    </Tooltip>
  )
}
