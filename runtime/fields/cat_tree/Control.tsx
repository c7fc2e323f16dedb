import { useState } from 'react'
import type { ControlProps } from '../contract.ts'
import { useTexts } from '../parts/chosen/texts.ts'
import { useSentText } from '../parts/dict-text.ts'
import { LazyTreeSelect } from '../parts/LazyTreeSelect.tsx'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'
import { type CategoryNode, useCategory, useCategoryName } from './useCategory.ts'
import type { CatTreeSettings } from './value.ts'

/** A node is chosen with its code, whatever level it has; several where the field says so. */
export function CatTreeControl(props: ControlProps<string, CatTreeSettings>) {
  const [isOpened, setOpened] = useState(false)
  const { value, field } = props
  const { nodes, isLoading, open } = useCategory(field, isOpened)
  const sent = useSentText(props)
  const one = useCategoryName(field.multi ? null : value, sent)
  const many = useTexts(
    { ...props, value: field.multi ? value : null } as ControlProps<string>,
    field.dictCode,
  )
  const name = field.multi ? many : one
  if (props.readOnly) return <ReadOnlyText {...props} text={name} />
  const tree = { nodes, isLoading, open: ({ id }: CategoryNode) => open(id) }
  return <LazyTreeSelect control={props} text={name} tree={tree} onOpened={() => setOpened(true)} />
}
