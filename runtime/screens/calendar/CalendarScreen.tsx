import { Suspense, useMemo } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { isDate } from '#runtime/kernel/time.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ListSurface } from '../list-kit/ListSurface.tsx'
import { renderSide } from '../list-kit/query/render-side.tsx'
import { useListPlan } from '../list-kit/useListPlan.ts'
import { CalendarBar } from './CalendarBar.tsx'
import { CalendarBody } from './CalendarBody.tsx'
import { useCalendar } from './useCalendar.ts'
import './calendar.css'
import { type CalendarPlan, compileCalendar } from './calendar-plan.ts'

const MoveDialog = lazyPart(async () => (await import('./MoveDialog.tsx')).MoveDialog)
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
  return (
    <Dictionaries codes={plan.needs}>
      <ListSurface
        screen={screen}
        list={list}
        defaults={Object.keys(defaults).length > 0 ? defaults : undefined}
        side={renderSide(list)}
        view={{
          bar: <CalendarBar state={state} narrow={narrow} />,
          draw: (actions) => <CalendarBody state={state} actions={actions} narrow={narrow} />,
        }}
      />
      {state.moving && (
        <Suspense>
          <MoveDialog
            column={calendar.date}
            row={state.moving}
            onMove={state.moveTo}
            onClose={() => state.setMoving(null)}
          />
        </Suspense>
      )}
    </Dictionaries>
  )
}

const dateOn = (day: string, { date }: CalendarPlan): string =>
  date.type.dataType === 'datetime' ? `${day} 00:00:00` : day
