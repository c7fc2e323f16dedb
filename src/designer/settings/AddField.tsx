import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Dropdown, type InputRef, type MenuProps } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type TypeGroup, typeGroups } from '#runtime/preview/type-groups.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface Props {
  onAdd(type: string): void
}

/** Moves the focus from the search to the first type. */
function enterMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  const palette = event.currentTarget.closest('.view-design-palette')
  palette?.querySelector<HTMLElement>('[role="menu"]')?.focus()
}

const menuItems = (groups: readonly TypeGroup[]): MenuProps['items'] =>
  groups.map(({ title, types }) => ({
    key: title,
    type: 'group',
    label: title,
    children: types.map(({ type, designer }) => ({
      key: type,
      label: designer.label,
      icon: <TypeIcon name={designer.icon} />,
    })),
  }))

/** The types of fields in groups, found by their names; the chosen one is added. */
export function AddField({ onAdd }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [word, setWord] = useState('')
  const input = useRef<InputRef>(null)
  // The popup is drawn after this component, and takes no focus before.
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => input.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [isOpen])
  const groups = typeGroups(word)
  const first = groups[0]?.types[0]
  const change = (open: boolean) => {
    setOpen(open)
    if (!open) setWord('')
  }
  const add = (type: string) => {
    change(false)
    onAdd(type)
  }
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={change}
      menu={{ items: menuItems(groups), onClick: ({ key }) => add(key) }}
      popupRender={(menu) => (
        <div className="view-design-palette">
          <Input
            ref={input}
            allowClear
            prefix={<SearchOutlined aria-hidden />}
            aria-label="查找类型"
            placeholder="查找类型，如 日期"
            value={word}
            onChange={({ target }) => setWord(target.value)}
            onPressEnter={() => first && add(first.type)}
            onKeyDown={enterMenu}
          />
          {groups.length > 0 ? menu : <p className="view-design-hint">没有这样的类型</p>}
        </div>
      )}
    >
      <Button size="small" icon={<PlusOutlined aria-hidden />}>
        添加
      </Button>
    </Dropdown>
  )
}
