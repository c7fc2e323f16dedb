import { type ComponentProps, useMemo } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ListBody } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListConditions, ListQuery } from '../list-kit/parts/ListQuery.tsx'
import { ListHeading, ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListPhoneBar, ListToolbar } from '../list-kit/parts/ListToolbar.tsx'
import { ListContext, useListContext } from '../list-kit/parts/list-context.tsx'
import { renderSide } from '../list-kit/query/render-side.tsx'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { CalendarBar } from './CalendarBar.tsx'
import { CalendarBody } from './CalendarBody.tsx'
import { useCalendar } from './useCalendar.ts'
import './calendar.css'
import { type CalendarPlan, compileCalendar } from './calendar-plan.ts'

const MoveDialog = lazyDialog(async () => (await import('./MoveDialog.tsx')).MoveDialog)
/** A list of records on the days of a month or a week. */
export function CalendarScreen({ screen }: { screen: ScreenDocument }) {
  const types = useFieldTypes()
  const { can, user } = useServices()
  const plan = useListPlan(screen)
  const calendar = useMemo(
    () => compileCalendar(screen, plan, { types, can, user }),
    [screen, plan, types, can, user],
  )
  return calendar ? (
    <CalendarList screen={screen} plan={plan} calendar={calendar} />
  ) : (
    <StateNote
      tone="error"
      title={`「${screen.title}」的日历还不能显示`}
      text="文档没有写明日期字段，或您没有查看它的权限"
    />
  )
}

interface Props {
  screen: ScreenDocument
  plan: ListPlan
  calendar: CalendarPlan
}

function CalendarList({ screen, plan, calendar }: Props) {
  const narrow = useNarrow()
  const state = useCalendar(plan, calendar, narrow)
  const { list } = state
  const { form, tree } = list.state
  const { sideTree } = plan
  const day = form?.under
  const defaults = {
    ...(sideTree && tree ? { [sideTree.field]: tree } : {}),
    ...(day && isDate(day) ? { [calendar.date.key]: dateOn(day, calendar) } : {}),
  }
  const bar = <CalendarBar state={state} narrow={narrow} />
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
          <ListToolbar hasOwnView>{bar}</ListToolbar>
          <ListConditions />
          {narrow && bar}
          <ListBody>
            <CalendarDays state={state} />
          </ListBody>
          <ListPhoneBar />
        </ListSheet>
        <ListForms />
      </ListContext>
      {state.moving && (
        <MoveDialog
          column={calendar.date}
          row={state.moving}
          onMove={state.moveTo}
          onClose={() => state.setMoving(null)}
        />
      )}
    </Dictionaries>
  )
}

function CalendarDays({ state }: Pick<ComponentProps<typeof CalendarBody>, 'state'>) {
  const { actions, narrow } = useListContext()
  return <CalendarBody state={state} actions={actions} narrow={narrow} />
}

const dateOn = (day: string, { date }: CalendarPlan): string =>
  date.type.dataType === 'datetime' ? `${day} 00:00:00` : day
