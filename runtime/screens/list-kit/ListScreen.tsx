import { Suspense } from 'react'
import type { Column } from '#runtime/compile/plan.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { ListBody, ListPages, ListRows } from './parts/ListBody.tsx'
import { ListForms } from './parts/ListForms.tsx'
import { ListConditions, ListQuery } from './parts/ListQuery.tsx'
import { ListHeading, ListSheet } from './parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from './parts/ListToolbar.tsx'
import { ListContext } from './parts/list-context.tsx'
import { renderSide } from './query/render-side.tsx'
import type { Inner } from './table/row-extras.ts'
import { useList } from './useList.ts'
import { useAddressLocation } from './useListLocation.ts'
import { useListPlan } from './useListPlan.ts'

const RowFacts = lazyPart(async () => (await import('./table/RowFacts.tsx')).RowFacts)

interface Props {
  screen: ScreenDocument
  /** Content that opens below a row. */
  inner?: Inner
  /** Plan ids of the lists in that content. */
  affects?: readonly string[]
}

/** A list and the forms that it opens: one surface, drawn from one document. */
export function ListScreen({ screen, inner, affects }: Props) {
  const plan = useListPlan(screen)
  const list = useList(plan, useAddressLocation(plan), { affects })
  const { sideTree, expand } = plan
  // Rendered inside, so that rows and dictionaries are requested together.
  return (
    <Dictionaries codes={plan.needs}>
      <ListContext
        screen={screen}
        list={list}
        inner={inner ?? (expand && factsBelow(expand))}
        side={renderSide(list)}
        defaults={sideTree && list.state.tree ? { [sideTree.field]: list.state.tree } : undefined}
      >
        <ListSheet>
          <ListHeading />
          <ListQuery />
          <ListToolbar />
          <ListConditions />
          <ListBody>
            <ListRows />
          </ListBody>
          <ListPages />
          <ListPhoneBar />
        </ListSheet>
        <ListForms />
      </ListContext>
    </Dictionaries>
  )
}

const factsBelow = (columns: readonly Column[]): Inner => ({
  title: '详情',
  draw: (row) => (
    <Suspense>
      <RowFacts columns={columns} row={row} />
    </Suspense>
  ),
})
