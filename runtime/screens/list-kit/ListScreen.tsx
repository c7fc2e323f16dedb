import { useMemo } from 'react'
import { compileList } from '#runtime/compile/list.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListSurface } from './ListSurface.tsx'
import { sideOf } from './query/side-of.tsx'
import type { Inner } from './table/row-extras.ts'
import { useList } from './useList.ts'
import { useAddressLocation } from './useListLocation.ts'

interface Props {
  screen: ScreenDocument
  /** Content that opens below a row. */
  inner?: Inner
}

/** A list and the forms that it opens: one surface, drawn from one document. */
export function ListScreen({ screen, inner }: Props) {
  const { types, can } = useRuntime()
  const plan = useMemo(() => compileList(screen, { types, can }), [screen, types, can])
  const list = useList(plan, useAddressLocation(plan))
  const { sideTree } = plan
  // Rendered inside, so that rows and dictionaries are requested together.
  return (
    <Dictionaries codes={plan.needs}>
      <ListSurface
        screen={screen}
        list={list}
        inner={inner}
        side={sideOf(list)}
        defaults={sideTree && list.state.tree ? { [sideTree.field]: list.state.tree } : undefined}
      />
    </Dictionaries>
  )
}
