import {
  DeleteOutlined,
  DownOutlined,
  HolderOutlined,
  PlusOutlined,
  RightOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { DndContext, useDraggable, useDroppable } from '@dnd-kit/core'
import { AutoComplete, Button, Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { isJsonObject } from '#runtime/kernel/json.ts'
import {
  emptyValue,
  emptyVariant,
  type PanelNode,
  type PanelWord,
  valueKey,
} from '#runtime/schema/settings/settings-node.ts'
import { dragTexts } from '#runtime/screens/list-kit/records/drag.ts'
import { usePointerDrag } from '../usePointerDrag.ts'
import { type Offer, useOffers } from './offers.ts'
import { type NodeProps, PanelForm } from './PanelForm.tsx'
import { memberTitle } from './panel-path.ts'

interface Props extends NodeProps {
  node: Extract<PanelNode, { kind: 'list' | 'map' }>
}

/** The members of a list or a map: added, dragged, changed in place where they are texts, else opened, and removed. */
export function MemberList({ node, value, path, fieldKeys, onChange, onOpen }: Props) {
  const sensors = usePointerDrag()
  const isMap = node.kind === 'map'
  const names = isMap && isJsonObject(value) ? Object.keys(value) : []
  const members: readonly unknown[] = isMap
    ? names.map((name) => (isJsonObject(value) ? value[name] : undefined))
    : Array.isArray(value)
      ? value
      : []
  const write = (list: readonly unknown[], keys: readonly string[] = names) =>
    onChange(isMap ? Object.fromEntries(keys.map((name, at) => [name, list[at]])) : [...list])
  const [name, setName] = useState('')
  const add = (member: unknown) => {
    if (isMap) {
      const key = name.trim()
      if (key === '' || names.includes(key)) return
      setName('')
      return write([...members, member], [...names, key])
    }
    write([...members, member])
    if (typeof member === 'object') onOpen(members.length)
  }
  const move = (from: number, to: number) => {
    const member = members[from]
    if (to >= 0 && to < members.length) write(members.filter((_, at) => at !== from).toSpliced(to, 0, member))
  }
  const offers = useOffers(path, node.kind === 'list' ? node : undefined)
  const options = offers ?? fieldKeys
  const getTitle = (member: unknown, at: number) => {
    const text = isMap ? (names[at] ?? '') : memberTitle(member, at, node.of)
    return options.find((option) => option.value === text)?.text ?? text
  }
  return (
    <div className="view-design-members">
      <DndContext
        sensors={sensors}
        accessibility={dragTexts((at) => `「${getTitle(members[Number(at)], Number(at))}」`)}
        onDragEnd={({ active, over }) => over && move(Number(active.id), Number(over.id))}
      >
        <ul>
          {members.map((member, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a member is known by its position only
            <Member key={at} at={at} canMove={!isMap && members.length > 1}>
              {isMap && node.of.kind === 'value' ? (
                <MemberValue
                  word={node.of.word}
                  title={getTitle(member, at)}
                  path={[...path, names[at] ?? '']}
                  value={member}
                  fieldKeys={fieldKeys}
                  onChange={(next) => write(members.map((entry, index) => (index === at ? next : entry)))}
                />
              ) : typeof member === 'object' || isMap ? (
                <button type="button" onClick={() => onOpen(isMap ? (names[at] ?? '') : at)}>
                  <span>{getTitle(member, at)}</span>
                  <RightOutlined aria-hidden />
                </button>
              ) : (
                <MemberText
                  label={`第 ${at + 1} 项`}
                  text={String(member)}
                  // Each of the texts of a closed list is a member once.
                  options={
                    offers?.filter(({ value }) => value === member || !members.includes(value)) ?? options
                  }
                  isClosed={offers !== undefined && offers.length > 0}
                  onChange={(next) =>
                    write(members.map((entry, index) => (index === at ? typed(next, entry) : entry)))
                  }
                />
              )}
              {!isMap && (
                <>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${getTitle(member, at)}上移`}
                    icon={<UpOutlined aria-hidden />}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${getTitle(member, at)}下移`}
                    icon={<DownOutlined aria-hidden />}
                    disabled={at === members.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                </>
              )}
              <Button
                type="text"
                size="small"
                danger
                aria-label={`删除${getTitle(member, at)}`}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() =>
                  write(
                    members.filter((_, index) => index !== at),
                    names.filter((_, index) => index !== at),
                  )
                }
              />
            </Member>
          ))}
        </ul>
      </DndContext>
      <div className="view-design-choices">
        {isMap && (
          <MemberText
            label="新的名字"
            placeholder="名字"
            text={name}
            options={options.filter((option) => !names.includes(option.value))}
            isClosed={false}
            onChange={setName}
          />
        )}
        {listVariants(node.of).map(({ title, first }) => (
          <Button key={title} size="small" icon={<PlusOutlined aria-hidden />} onClick={() => add(first)}>
            {title}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface TextProps {
  label: string
  placeholder?: string
  text: string
  options: readonly Offer[]
  /** Whether the options are all that the text may be. */
  isClosed: boolean
  onChange(text: string): void
}

/** A member that is a text: chosen from a closed list, else typed, with proposals. */
function MemberText({ label, placeholder, text, options, isClosed, onChange }: TextProps) {
  const entries = options.map((option) => ({
    value: option.value,
    label: option.text === option.value ? option.value : `${option.text} ${option.value}`,
  }))
  const filterOption = (typed: string, option: { label: string } | undefined) =>
    option?.label.toLowerCase().includes(typed.toLowerCase()) === true
  return isClosed ? (
    <Select
      aria-label={label}
      showSearch
      placeholder="请选择"
      value={text === '' ? null : text}
      options={entries}
      filterOption={filterOption}
      onChange={onChange}
    />
  ) : (
    <AutoComplete
      aria-label={label}
      placeholder={placeholder}
      value={text}
      options={entries}
      // A search input is cleared by Escape.
      onInputKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      filterOption={filterOption}
      onChange={onChange}
    />
  )
}

interface ValueProps extends Pick<NodeProps, 'value' | 'path' | 'fieldKeys' | 'onChange'> {
  word: PanelWord
  title: string
}

/** A member of a map with a single value, which is edited in its place. */
function MemberValue({ word, title, value, path, fieldKeys, onChange }: ValueProps) {
  const words = useMemo(() => [{ ...word, field: { ...word.field, title } }], [word, title])
  return (
    <div className="view-design-member">
      <PanelForm
        words={words}
        path={path}
        value={{ [valueKey]: value }}
        fieldKeys={fieldKeys}
        onChange={(next) => onChange(next[valueKey] ?? '')}
      />
    </div>
  )
}

/** A number stays a number while digits are typed. */
const typed = (text: string, before: unknown): unknown =>
  typeof before === 'number' && /^-?\d+$/.test(text) ? Number(text) : text

/** What can be added: one thing, or one for each type of a member. */
function listVariants(of: PanelNode): { title: string; first: unknown }[] {
  if (of.kind !== 'choice') return [{ title: '添加', first: emptyValue(of) }]
  const titles = { boolean: '是否', number: '数字', string: '添加', array: '添加', object: '添加并设置' }
  return of.variants.map((variant) => ({
    title: variant.title ? `添加${variant.title}` : titles[variant.type],
    first: emptyVariant(variant),
  }))
}

interface MemberProps {
  at: number
  canMove: boolean
  children: ReactNode
}

function Member({ at, canMove, children }: MemberProps) {
  const drag = useDraggable({ id: at, disabled: !canMove })
  const drop = useDroppable({ id: at })
  return (
    <li ref={drop.setNodeRef} data-over={(drop.isOver && !drag.isDragging) || undefined}>
      <span
        ref={drag.setNodeRef}
        {...drag.listeners}
        className="view-design-handle"
        data-fixed={!canMove || undefined}
      >
        <HolderOutlined aria-hidden />
      </span>
      {children}
    </li>
  )
}
