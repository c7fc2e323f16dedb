import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useDndContext, useDraggable } from '@dnd-kit/core'
import { Button, Dropdown, type InputRef, type MenuProps } from 'antd'
import Input from 'antd/es/input/Input'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type TypeGroup, typeGroups } from '#runtime/preview/type-groups.ts'
import { type DragPart, getPart } from '../drag-part.ts'
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
      label: <TypeLabel type={type} label={designer.label} />,
      icon: <TypeIcon name={designer.icon} />,
    })),
  }))

/** A type that is also dragged to its place in the form. */
function TypeLabel({ type, label }: { type: string; label: string }) {
  const data: DragPart = { kind: 'new', type, title: label }
  const { setNodeRef, listeners } = useDraggable({ id: `new:${type}`, data })
  return (
    <span ref={setNodeRef} {...listeners} className="view-design-type">
      {label}
    </span>
  )
}

/** The types of fields in groups, found by their names; the chosen one is added, a dragged one where it is dropped. */
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
  const isDragged = getPart(useDndContext().active)?.kind === 'new'
  const hasDragged = useRef(isDragged)
  useEffect(() => {
    // The dragged type stays in the page until it is dropped.
    if (hasDragged.current && !isDragged) setOpen(false)
    hasDragged.current = isDragged
  }, [isDragged])
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
        <div className="view-design-palette" data-dragged={isDragged || undefined}>
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
