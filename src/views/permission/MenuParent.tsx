import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { findNode, type MenuTreeNode, menuTreeQuery } from '#runtime/data/menu-tree.ts'
import { ReadOnlyText } from '#runtime/fields/kit/text/ReadOnlyText.tsx'
import { getTitle } from '#runtime/schema/derive.ts'
import { useServices } from '#runtime/services/services.tsx'

interface TreeItem {
  value: string
  title: string
  children: TreeItem[]
}

const unloaded: readonly MenuTreeNode[] = []

/** Entries without the branch of the edited one: nothing is moved below itself. Buttons have nothing below them. */
const buildItems = (nodes: readonly MenuTreeNode[], self: unknown): TreeItem[] =>
  nodes
    .filter(({ id, menuType }) => menuType !== 2 && id !== self)
    .map(({ id, name, children = [] }) => ({ value: id, title: name, children: buildItems(children, self) }))

/** Selects the entry above a menu entry or a button. */
export function MenuParent(props: ControlProps) {
  const { id, field, value, values, onChange, onBlur, disabled, readOnly, invalid, autoFocus } = props
  const { http } = useServices()
  const { data: nodes = unloaded, isPending } = useQuery(menuTreeQuery(http))
  const items = useMemo(() => buildItems(nodes, values.id), [nodes, values.id])
  const parent = typeof value === 'string' ? value : undefined
  const name = parent === undefined ? '' : (findNode(nodes, parent)?.name ?? parent)
  if (readOnly) return <ReadOnlyText {...(props as ControlProps<string>)} text={name} />
  return (
    <TreeSelect
      id={id}
      aria-label={getTitle(field)}
      value={parent}
      treeData={items}
      loading={isPending}
      showSearch
      treeNodeFilterProp="title"
      allowClear
      placeholder="请选择上级菜单"
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      listHeight={400}
      onBlur={onBlur}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
}
