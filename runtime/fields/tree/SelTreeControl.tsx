import { useState } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useReferenceTexts } from '../kit/useReferenceTexts.ts'
import { LazyTreeSelect } from './LazyTreeSelect.tsx'
import type { TreeFamily } from './settings.ts'
import { type TreeNode, useTree } from './useTree.ts'

/** With `notSelf` a record cannot be moved below itself. */
export function SelTreeControl(props: ControlProps<string, TreeFamily['sel_tree']>) {
  const { field, values } = props
  const [isOpened, setOpened] = useState(false)
  const self = field.notSelf && values.id !== undefined && values.id !== null ? String(values.id) : null
  const { nodes, isLoading, open } = useTree(field, isOpened, self)
  const text = useReferenceTexts(props as ControlProps<string>, field.dictCode)
  if (props.readOnly) return <ReadOnlyText {...props} text={text} />
  const tree = { nodes, isLoading, open: ({ value }: TreeNode) => open(value) }
  return <LazyTreeSelect control={props} text={text} tree={tree} onOpened={() => setOpened(true)} />
}
