import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { isSameJson } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { MAX_LINKS, type Way } from './quick-links.ts'

interface Props {
  targets: readonly Way[]
  paths: readonly string[]
  /** The user chose links before: the default links can be restored. */
  isOwn: boolean
  /** Undefined: restore the default links. */
  onKeep(paths: readonly string[] | undefined): void
  onClose(): void
}

/** Adds pages of the menu to the links, removes links and changes their order. */
export function LinksEditor({ targets, paths: before, isOwn, onKeep, onClose }: Props) {
  const [paths, setPaths] = useState(before)
  const { close, closing } = useDiscardGuard(!isSameJson(paths, before), onClose)
  const selected = paths.flatMap((path) => targets.find(({ href }) => href === path) ?? [])
  const available = targets.filter(({ href }) => !paths.includes(href))
  const isFull = paths.length >= MAX_LINKS
  const swap = (at: number, to: number) =>
    setPaths(paths.map((path, index) => (index === at ? paths[to] : index === to ? paths[at] : path) ?? path))
  return (
    <Modal
      open
      title="编辑常用入口"
      width={450}
      {...closing}
      footer={
        <div className="app-quick-foot">
          {isOwn && (
            <Button type="text" onClick={() => onKeep(undefined)}>
              恢复默认
            </Button>
          )}
          <span />
          <Button onClick={close}>取消</Button>
          <Button type="primary" onClick={() => onKeep(paths)}>
            确定
          </Button>
        </div>
      }
    >
      <Select
        className="app-quick-add"
        showSearch
        aria-label="从菜单添加"
        placeholder={isFull ? `最多 ${MAX_LINKS} 个` : '从菜单添加，可输入名称或拼音首字母'}
        value={null}
        disabled={isFull}
        options={listGroups(available)}
        filterOption={(typed, option) => option !== undefined && 'label' in option && fits(option, typed)}
        onSelect={(path: string | null) => path !== null && setPaths([...paths, path])}
      />
      <ul className="app-quick-chosen">
        {selected.map(({ title, href, group }, at) => (
          <li key={href}>
            <span>
              {title}
              {group && <small>{group}</small>}
            </span>
            <Button
              type="text"
              size="small"
              aria-label={`${title} 上移`}
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`${title} 下移`}
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={at === selected.length - 1}
              onClick={() => swap(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`移除${title}`}
              icon={<CloseOutlined aria-hidden />}
              onClick={() => setPaths(paths.filter((path) => path !== href))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

interface Option {
  value: string
  label: string
}

function listGroups(targets: readonly Way[]) {
  const groups = new Map<string, Option[]>()
  for (const { title, href, group } of targets)
    groups.set(group, [...(groups.get(group) ?? []), { value: href, label: title }])
  return [...groups].map(([label, options]) => ({ label: label || '其他', options }))
}

const fits = ({ label }: { label?: unknown }, typed: string): boolean => {
  const word = typed.trim().toLowerCase()
  return typeof label === 'string' && (label.toLowerCase().includes(word) || initials(label).includes(word))
}
