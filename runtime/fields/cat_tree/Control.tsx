import { useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { useSentText } from '../parts/dict-text.ts'
import { LazyTreeSelect } from '../parts/LazyTreeSelect.tsx'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { type CategoryNode, useCategory, useCategoryName } from './useCategory.ts'
import type { CatTreeSettings } from './value.ts'

/** A node is chosen with its code, whatever level it has. */
export function CatTreeControl(props: ControlProps<string, CatTreeSettings>) {
  const [isOpened, setOpened] = useState(false)
  const { nodes, isLoading, open } = useCategory(props.field, isOpened)
  const name = useCategoryName(props.value, useSentText(props))
  if (props.readOnly) return <ReadOnlyText {...props} text={name} />
  const tree = { nodes, isLoading, open: ({ id }: CategoryNode) => open(id) }
  return <LazyTreeSelect control={props} text={name} tree={tree} onOpened={() => setOpened(true)} />
}
