import { useState } from 'react'
import type { ControlProps } from '../../contract/contract.ts'
import { useServerText } from '../kit/choice/useServerText.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { useReferenceTexts } from '../kit/useReferenceTexts.ts'
import { LazyTreeSelect } from './LazyTreeSelect.tsx'
import type { TreeFamily } from './settings.ts'
import { type CategoryNode, useCategory, useCategoryName } from './useCategory.ts'

/** Selects the code of a node of any level; several if the field allows it. */
export function CatTreeControl(props: ControlProps<string, TreeFamily['cat_tree']>) {
  const [isOpened, setOpened] = useState(false)
  const { value, field } = props
  const { nodes, isLoading, open } = useCategory(field, isOpened)
  const sent = useServerText(props)
  const singleName = useCategoryName(field.multi ? null : value, sent)
  const multiName = useReferenceTexts(
    { ...props, value: field.multi ? value : null } as ControlProps<string>,
    field.dictCode,
  )
  const name = field.multi ? multiName : singleName
  if (props.readOnly) return <ReadOnlyText {...props} text={name} />
  const tree = { nodes, isLoading, open: ({ id }: CategoryNode) => open(id) }
  return <LazyTreeSelect control={props} text={name} tree={tree} onOpened={() => setOpened(true)} />
}
