import { CheckOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Drawer, Input } from 'antd'
import { useMemo, useState } from 'react'
import { listPermitted, type PlacedBlock } from '#runtime/compile/panel/arrangement.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { arrangementLimits } from '#runtime/schema/kinds/panel/arrangement.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import type { FramedOrigin } from '../useOrigins.ts'

interface Props {
  origins: ReadonlyMap<string, FramedOrigin>
  columns: number
  placed: readonly PlacedBlock[]
  isNarrow: boolean
  onAdd(block: PlacedBlock): void
  onClose(): void
}

const fits = (text: string, word: string): boolean =>
  text.toLowerCase().includes(word) || initials(text).includes(word)

/** The blocks of all panels that the user may see, by panel; those that are placed are marked. */
export function Offers({ origins, columns, placed, isNarrow, onAdd, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const groups = useMemo(
    () =>
      [...origins.values()].map((origin) => ({
        id: origin.panel.id,
        title: origin.panel.title,
        blocks: listPermitted(origin, columns),
      })),
    [origins, columns],
  )
  const found = groups
    .map((group) => ({
      ...group,
      blocks: fits(group.title, word) ? group.blocks : group.blocks.filter(({ title }) => fits(title, word)),
    }))
    .filter(({ blocks }) => blocks.length > 0)
  const present = new Set(placed.map(({ key }) => key))
  const isFull = placed.length >= arrangementLimits.blocks
  return (
    <Drawer
      open
      title="添加内容"
      placement={isNarrow ? 'bottom' : 'right'}
      width={400}
      height="80%"
      onClose={onClose}
      rootClassName="pro-offers"
    >
      <Input
        autoFocus
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        aria-label="查找内容"
        placeholder="名称或拼音首字母"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isFull && <p role="status">最多放 {arrangementLimits.blocks} 块，请先去掉一些。</p>}
      {found.length === 0 && <StateNote title="没有找到" text="请换一个词。" />}
      {found.map(({ id, title, blocks }) => (
        <section key={id} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {blocks.map((block) => {
              const isPlaced = present.has(block.key)
              return (
                <li key={block.key}>
                  {/* Not `disabled`: the focus stays, and with it the keys of the drawer. */}
                  <button
                    type="button"
                    aria-disabled={isPlaced || isFull}
                    onClick={() => !isPlaced && !isFull && onAdd(block)}
                  >
                    <span>{block.title}</span>
                    {isPlaced ? (
                      <small>
                        <CheckOutlined aria-hidden /> 已添加
                      </small>
                    ) : (
                      <PlusOutlined aria-hidden />
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Drawer>
  )
}
