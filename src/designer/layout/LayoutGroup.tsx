import { HolderOutlined, MoreOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, Dropdown, type MenuProps } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useState } from 'react'
import type { DragPart } from '../drag-part.ts'
import {
  type Arrangement,
  groupTitle,
  listTabs,
  moveGroup,
  moveTab,
  removeGroup,
  removeTab,
  renameGroup,
  renameTab,
  setTab,
} from './arrangement.ts'
import type { Goal } from './useLayoutDrop.ts'

interface Props {
  arrangement: Arrangement
  goal: Goal | undefined
  onApply(next: Arrangement, label: string, text: string): void
  children: ReactNode
}

/** A group with its title, its fields, and what can be done with it. */
export function LayoutGroup({ at, arrangement, goal, onApply, children }: Props & { at: number }) {
  const { groups } = arrangement
  const group = groups[at]
  const title = groupTitle(arrangement, at)
  const data: DragPart = { kind: 'group', at, title: `分组「${title}」` }
  const drag = useDraggable({ id: `group:${at}`, data })
  const drop = useDroppable({ id: `group:${at}`, data })
  const isGoal = goal?.part.kind === 'group' && goal.part.at === at
  const name = `分组「${title}」`
  const menu: MenuProps['items'] = [
    {
      key: 'up',
      label: '上移',
      disabled: at === 0,
      onClick: () => onApply(moveGroup(arrangement, at, at - 1, 'before'), 'move group', `${name}上移了`),
    },
    {
      key: 'down',
      label: '下移',
      disabled: at === groups.length - 1,
      onClick: () => onApply(moveGroup(arrangement, at, at + 1, 'after'), 'move group', `${name}下移了`),
    },
    {
      key: 'tab',
      label: '放进页签',
      disabled: listTabs(arrangement).every((tab) => tab === group?.tab),
      children: listTabs(arrangement).map((tab) => ({
        key: `tab ${tab}`,
        label: tab,
        disabled: tab === group?.tab,
        onClick: () => onApply(setTab(arrangement, at, tab), 'move group', `${name}放进了「${tab}」`),
      })),
    },
    {
      key: 'out',
      label: '移出页签',
      disabled: group?.tab === undefined,
      onClick: () => onApply(setTab(arrangement, at, undefined), 'move group', `${name}移出了页签`),
    },
    { type: 'divider' },
    {
      key: 'remove',
      label: '删除分组，字段并入前一组',
      danger: true,
      onClick: () => onApply(removeGroup(arrangement, at), 'remove group', `删除了${name}，字段还在`),
    },
  ]
  return (
    <section
      ref={drop.setNodeRef}
      className="view-layout-group"
      aria-label={title}
      data-mark={isGoal ? goal.side : undefined}
      data-dragged={drag.isDragging || undefined}
    >
      <Head
        drag={drag}
        title={name}
        name={group?.title ?? ''}
        placeholder="分组名，可不写"
        menu={menu}
        onRename={(next) => onApply(renameGroup(arrangement, at, next), 'rename group', '改了分组名')}
      />
      {children}
    </section>
  )
}

/** A tab with its groups, one below the other. */
export function LayoutTab(props: Props & { tab: string; index: number; count: number }) {
  const { tab, index, count, arrangement, goal, onApply, children } = props
  const name = `页签「${tab}」`
  const data: DragPart = { kind: 'tab', tab, title: name }
  const drag = useDraggable({ id: `tab:${tab}`, data })
  const drop = useDroppable({ id: `tab:${tab}`, data })
  const isGoal = goal?.part.kind === 'tab' && goal.part.tab === tab
  const move = (to: number, text: string) => onApply(moveTab(arrangement, tab, to), 'move tab', name + text)
  const menu: MenuProps['items'] = [
    { key: 'up', label: '前移', disabled: index === 0, onClick: () => move(index - 1, '前移了') },
    { key: 'down', label: '后移', disabled: index === count - 1, onClick: () => move(index + 1, '后移了') },
    { type: 'divider' },
    {
      key: 'remove',
      label: '删除页签，字段并入前一组',
      danger: true,
      onClick: () => onApply(removeTab(arrangement, tab), 'remove tab', `删除了${name}，字段还在`),
    },
  ]
  return (
    <section
      ref={drop.setNodeRef}
      className="view-layout-tab"
      aria-label={name}
      data-mark={isGoal ? goal.side : undefined}
      data-dragged={drag.isDragging || undefined}
    >
      <Head
        drag={drag}
        title={name}
        name={tab}
        placeholder="页签名"
        menu={menu}
        onRename={(next) => onApply(renameTab(arrangement, tab, next), 'rename tab', '改了页签名')}
      />
      {children}
    </section>
  )
}

interface HeadProps {
  drag: Pick<ReturnType<typeof useDraggable>, 'setNodeRef' | 'listeners'>
  title: string
  name: string
  placeholder: string
  menu: MenuProps['items']
  onRename(name: string): void
}

function Head({ drag, title, name, placeholder, menu, onRename }: HeadProps) {
  return (
    <div className="view-layout-head">
      <span ref={drag.setNodeRef} {...drag.listeners} className="view-design-handle">
        <HolderOutlined aria-hidden />
      </span>
      <NameInput
        key={name}
        label={`${title}的名字`}
        name={name}
        placeholder={placeholder}
        onRename={onRename}
      />
      <Dropdown autoFocus menu={{ items: menu }} trigger={['click']}>
        <Button type="text" size="small" aria-label={`${title}的操作`} icon={<MoreOutlined aria-hidden />} />
      </Dropdown>
    </div>
  )
}

interface NameProps {
  label: string
  name: string
  placeholder: string
  onRename(name: string): void
}

/** A name in its place, written when Enter is pressed or the input is left; Escape restores it. */
function NameInput({ label, name, placeholder, onRename }: NameProps) {
  const [text, setText] = useState(name)
  const write = () => {
    onRename(text)
    // A refused name is shown no longer.
    setText(name)
  }
  return (
    <Input
      variant="borderless"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={50}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={({ currentTarget }) => currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setText(name)
      }}
      onBlur={write}
    />
  )
}
