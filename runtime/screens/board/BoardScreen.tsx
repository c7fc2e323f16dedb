import { type ComponentProps, useMemo } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ListContent } from '../list-kit/ListStates.tsx'
import { ListBody } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListConditions, ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListHeading, ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext, useListContext } from '../list-kit/parts/list-context.tsx'
import { renderSide } from '../list-kit/query/render-side.tsx'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { BoardBody } from './BoardBody.tsx'
import { useBoard } from './useBoard.ts'
import './board.css'
import { type BoardPlan, compileBoard } from './board-plan.ts'

/** A list of records in columns, one for each value of a field. */
export function BoardScreen({ screen }: { screen: ScreenDocument }) {
  const types = useFieldTypes()
  const { can, user } = useServices()
  const plan = useListPlan(screen)
  const board = useMemo(
    () => compileBoard(screen, plan, { types, can, user }),
    [screen, plan, types, can, user],
  )
  return board ? (
    <BoardList screen={screen} plan={plan} board={board} />
  ) : (
    <StateNote
      tone="error"
      title={`「${screen.title}」的分栏还不能显示`}
      text="文档没有写明分栏字段，或您没有查看它的权限"
    />
  )
}

interface Props {
  screen: ScreenDocument
  plan: ListPlan
  board: BoardPlan
}

function BoardList({ screen, plan, board }: Props) {
  const state = useBoard(plan, board)
  const { list } = state
  const { form, tree } = list.state
  const { sideTree } = plan
  const { field, type } = board.field
  const defaults = {
    ...(sideTree && tree ? { [sideTree.field]: tree } : {}),
    ...(form?.under === undefined
      ? {}
      : { [field.key]: type.toWire(type.fromWire(form.under, field), field) }),
  }
  return (
    <Dictionaries codes={plan.needs}>
      <ListContext
        screen={screen}
        list={list}
        defaults={Object.keys(defaults).length > 0 ? defaults : undefined}
        side={renderSide(list)}
      >
        <ListSheet>
          <ListHeading />
          <ListQuery hasOwnView />
          <ListToolbar hasOwnView />
          <ListConditions />
          <ListBody>
            <BoardRows state={state} />
          </ListBody>
          <ListPhoneBar />
        </ListSheet>
        <ListForms />
      </ListContext>
    </Dictionaries>
  )
}

function BoardRows({ state }: Pick<ComponentProps<typeof BoardBody>, 'state'>) {
  const { list, actions } = useListContext()
  return (
    <ListContent list={list} actions={actions} columns={list.plan.columns}>
      <BoardBody state={state} actions={actions} />
    </ListContent>
  )
}
