import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from './aria.ts'
import { dictTextKey } from './dict-text.ts'

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
  /** Loads what is below a node that was opened for the first time. */
  open(node: N): Promise<void>
}

const popup = { root: { maxHeight: 400, overflow: 'auto' } }

/** A tree that opens level by level; its value is a node of any level, and closed it shows `text`. */
export function LazyTreeSelect<N extends Node>({
  control,
  text,
  tree,
  onOpened,
}: {
  control: ControlProps<string>
  text: string
  tree: LazyTree<N>
  /** The tree is looked at for the first time. */
  onOpened(): void
}) {
  const { value, onChange, patch, field, disabled, placeholder, autoFocus, size, onBlur } = control
  return (
    <TreeSelect<Labelled | null, N>
      {...inputProps(control)}
      labelInValue
      value={value === null ? null : { value, label: text }}
      treeData={tree.nodes}
      fieldNames={{ label: 'title' }}
      loadData={(node) => (node.children ? Promise.resolve() : tree.open(node as unknown as N))}
      loading={tree.isLoading}
      onOpenChange={(open) => open && onOpened()}
      allowClear
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      listHeight={400}
      styles={{ popup }}
      onBlur={onBlur}
      onChange={(node?: Labelled | null) => {
        onChange(node?.value ?? null)
        patch({ [dictTextKey(field.key)]: node ? String(node.label ?? node.value) : null })
      }}
      style={{ width: '100%' }}
    />
  )
}
