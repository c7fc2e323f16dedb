import { TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { dictTextKey, useSentText } from '../parts/dict-text.ts'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { type CategoryNode, useCategory, useCategoryName } from './useCategory.ts'
import type { CatTreeSettings } from './value.ts'

interface Labelled {
  value: string
  label: ReactNode
}

const popup = { root: { maxHeight: 400, overflow: 'auto' } }

/** The tree opens level by level; a node is chosen with its code, whatever level it has. */
export function CatTreeControl(props: ControlProps<string, CatTreeSettings>) {
  const { value, onChange, patch, field, disabled, readOnly, placeholder, autoFocus, size, onBlur } = props
  const [isOpened, setOpened] = useState(false)
  const category = useCategory(field, isOpened)
  const name = useCategoryName(value, useSentText(props))
  if (readOnly) return <ReadOnlyText {...props} text={name} />

  return (
    <TreeSelect<Labelled | null, CategoryNode>
      {...inputProps(props)}
      labelInValue
      value={value === null ? null : { value, label: name }}
      treeData={category.nodes}
      fieldNames={{ label: 'title' }}
      loadData={({ id, children }) => (children ? Promise.resolve() : category.open(String(id)))}
      loading={category.isLoading}
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
