import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { dictTextKey } from '#runtime/record/dict-text.ts'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../kit/aria.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { splitValues } from '../kit/choice/multi.ts'
import type { MultiSettings } from '../kit/choice/single-or-multi.ts'

interface Labelled {
  value: string
  label: ReactNode
}

interface Node {
  value: string
  title: string
  isLeaf: boolean
  children?: Node[]
}

interface LazyTree<N extends Node> {
  nodes: N[]
  isLoading: boolean
  /** Loads the children of a node that is opened for the first time. */
  open(node: N): Promise<void>
}

const popup = { root: { maxHeight: 400, overflow: 'auto' } }

/** A tree that opens level by level; its values are nodes of any level, and when closed it shows `text`. */
export function LazyTreeSelect<N extends Node>({
  control,
  text,
  tree,
  onOpened,
}: {
  control: ControlProps<string, MultiSettings>
  /** The texts of the value, joined like the value. */
  text: string
  tree: LazyTree<N>
  /** Called when the tree is opened for the first time. */
  onOpened(): void
}) {
  const { value, onChange, patch, field, disabled, placeholder, autoFocus, size, onBlur } = control
  const isMany = field.multi === true
  const values = isMany ? splitValues(value) : value === null ? [] : [value]
  const texts = isMany ? text.split(',') : [text]
  const selected = values.map((member, at) => ({
    value: member,
    label: texts.length === values.length ? texts[at] : member,
  }))
  return (
    <TreeSelect<Labelled | Labelled[], N>
      {...inputProps(control)}
      labelInValue
      multiple={isMany}
      maxTagCount={size === 'small' ? 'responsive' : undefined}
      value={selected}
      treeData={tree.nodes}
      fieldNames={{ label: 'title' }}
      loadData={(node) => (node.children ? Promise.resolve() : tree.open(node as unknown as N))}
      loading={tree.isLoading}
      showSearch
      filterTreeNode={(typed, node) => filterOption(typed, { label: node.title })}
      onOpenChange={(open) => open && onOpened()}
      allowClear
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      listHeight={400}
      styles={{ popup }}
      onBlur={onBlur}
      onChange={(nodes?: Labelled | Labelled[] | null) => {
        const list = [nodes ?? []].flat()
        onChange(list.map((node) => node.value).join(',') || null)
        const words = list.map((node) => String(node.label ?? node.value).replaceAll(',', '，'))
        patch({ [dictTextKey(field.key)]: words.join(',') || null })
      }}
      style={{ width: '100%' }}
    />
  )
}
