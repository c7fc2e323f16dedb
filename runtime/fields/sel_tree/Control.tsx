import { TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { useTexts } from '../parts/chosen/texts.ts'
import { dictTextKey } from '../parts/dict-text.ts'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { type TreeNode, useTree } from './useTree.ts'
import type { SelTreeSettings } from './value.ts'

interface Labelled {
  value: string
  label: ReactNode
}

const popup = { root: { maxHeight: 400, overflow: 'auto' } }

/** The tree opens level by level; with `notSelf` a record cannot be put below itself. */
export function SelTreeControl(props: ControlProps<string, SelTreeSettings>) {
  const { value, onChange, patch, values, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } =
    props
  const [isOpened, setOpened] = useState(false)
  const self = field.notSelf && values.id !== undefined && values.id !== null ? String(values.id) : null
  const tree = useTree(field, isOpened, self)
  const text = useTexts(props as ControlProps<string>, field.dictCode)
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <TreeSelect<Labelled | null, TreeNode>
      {...inputProps(props)}
      labelInValue
      value={value === null ? null : { value, label: text }}
      treeData={tree.nodes}
      fieldNames={{ label: 'title' }}
      loadData={({ value: key, children }) => (children ? Promise.resolve() : tree.open(String(key)))}
      loading={tree.isLoading}
      onOpenChange={(open) => open && setOpened(true)}
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
