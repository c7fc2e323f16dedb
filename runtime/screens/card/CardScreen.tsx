import { useMemo } from 'react'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ListContent } from '../list-kit/ListStates.tsx'
import { ListBody, ListPages } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListConditions, ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListHeading, ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext, useListContext } from '../list-kit/parts/list-context.tsx'
import { renderSide } from '../list-kit/query/render-side.tsx'
import { ListPager } from '../list-kit/table/ListPager.tsx'
import { useList } from '../list-kit/useList.ts'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { Card } from './Card.tsx'
import { type CardPlan, compileCard } from './card-plan.ts'
import './card.css'

/** A list of records as cards, page by page. */
export function CardScreen({ screen }: { screen: ScreenDocument }) {
  const types = useFieldTypes()
  const { can, user } = useServices()
  const plan = useListPlan(screen)
  const list = useList(plan, useAddressLocation(plan))
  const card = useMemo(
    () => compileCard(screen, plan, { types, can, user }),
    [screen, plan, types, can, user],
  )
  const { sideTree } = plan
  if (!card)
    return (
      <StateNote
        tone="error"
        title={`「${screen.title}」的卡片还不能显示`}
        text="没有您可以查看的字段，请联系管理员授权"
      />
    )
  return (
    <Dictionaries codes={plan.needs}>
      <ListContext
        screen={screen}
        list={list}
        side={renderSide(list)}
        defaults={sideTree && list.state.tree ? { [sideTree.field]: list.state.tree } : undefined}
      >
        <ListSheet>
          <ListHeading />
          <ListQuery hasOwnView />
          <ListToolbar hasOwnView />
          <ListConditions />
          <ListBody>
            <Cards card={card} />
          </ListBody>
          <ListPages />
          <ListPhoneBar />
        </ListSheet>
        <ListForms />
      </ListContext>
    </Dictionaries>
  )
}

function Cards({ card }: { card: CardPlan }) {
  const { list, actions, narrow } = useListContext()
  return (
    <ListContent list={list} actions={actions} columns={list.plan.columns}>
      <ul
        className="pro-cards"
        style={{ '--columns': card.columnCount } as React.CSSProperties}
        data-single={card.columnCount === 1 || undefined}
      >
        {list.rows.map((row) => (
          <Card key={row.id} card={card} list={list} actions={actions} row={row} />
        ))}
      </ul>
      {narrow && <ListPager list={list} />}
    </ListContent>
  )
}
