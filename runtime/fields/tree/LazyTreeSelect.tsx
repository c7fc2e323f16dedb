import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import type { MultiSettings } from '#runtime/schema/language/settings.ts'
import type { ControlProps } from '../../contract/contract.ts'
import { inputProps } from '../kit/aria.ts'
import { filterOption } from '../kit/choice/filter-options.ts'
import { splitValues } from '../kit/joined-values.ts'
import { useSelectText } from '../kit/text/useSelectText.ts'

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

const allNodes = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])])

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
  const { value, onChange, patch, field, disabled, placeholder, autoFocus, size } = control
  const isMany = field.multi === true
  const values = isMany ? splitValues(value) : value === null ? [] : [value]
  const texts = isMany ? text.split(',') : [text]
  const selected = values.map((member, at) => ({
    value: member,
    label: texts.length === values.length ? texts[at] : member,
  }))
  const search = useSelectText(
    control as ControlProps,
    async (typed) =>
      allNodes(tree.nodes)
        .filter(({ title }) => filterOption(typed, { label: title }))
        .map(({ value: key, title }) => ({ value: key, text: title })),
    (item, step) => {
      const isAdded = isMany && !values.includes(item.value)
      const next = isAdded ? [...values, item.value].join(',') : item.value
      const words = isAdded ? [...texts.filter(Boolean), item.text].join(',') : item.text
      if (step) return step.patch({ [field.key]: next, [dictTextKey(field.key)]: words })
      onChange(next)
      patch({ [dictTextKey(field.key)]: words })
    },
  )
  const { left, events } = search
  const leftText = left === null ? [] : [{ value: left, label: left }]
  return (
    <TreeSelect<Labelled | Labelled[], N>
      {...inputProps({ ...control, invalid: control.invalid || search.isUnread })}
      {...events}
      labelInValue
      multiple={isMany}
      maxTagCount={size === 'small' ? 'responsive' : undefined}
      value={left !== null && !isMany ? leftText : [...selected, ...leftText]}
      treeData={tree.nodes}
      fieldNames={{ label: 'title' }}
      loadData={(node) => (node.children ? Promise.resolve() : tree.open(node as unknown as N))}
      loading={tree.isLoading}
      showSearch
      filterTreeNode={(typed, node) => filterOption(typed, { label: node.title })}
      onOpenChange={(open) => {
        events.onOpenChange(open)
        if (open) onOpened()
      }}
      allowClear
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder ?? '请选择'}
      autoFocus={autoFocus}
      size={size}
      listHeight={400}
      styles={{ popup }}
      onChange={(nodes?: Labelled | Labelled[] | null) => {
        search.end()
        const list = [nodes ?? []].flat().filter((node) => node.value !== left)
        onChange(list.map((node) => node.value).join(',') || null)
        const words = list.map((node) => String(node.label ?? node.value).replaceAll(',', '，'))
        patch({ [dictTextKey(field.key)]: words.join(',') || null })
      }}
      style={{ width: '100%' }}
    />
  )
}
