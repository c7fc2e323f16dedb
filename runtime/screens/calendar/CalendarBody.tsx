import { Fragment } from 'react'
import { ListFailure } from '../list-kit/ListStates.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { Agenda } from './Agenda.tsx'
import { CalendarGrid } from './CalendarGrid.tsx'
import { rangeTitle } from './calendar-range.ts'
import type { Calendar } from './useCalendar.ts'

interface Props {
  state: Calendar
  actions: ListActions
  narrow: boolean
}

/** The days with their records; the days stay while there are none, because a record is added by its day. */
export function CalendarBody({ state, actions, narrow }: Props) {
  const { list } = state
  if (list.error !== null && list.rows.length === 0) return <ListFailure list={list} />
  return (
    <div className="pro-cal" data-loading={list.isLoading || undefined}>
      <CalendarNote state={state} />
      <Fragment key="edit">{state.questions.edit}</Fragment>
      <Fragment key="move">{state.questions.move}</Fragment>
      {narrow ? <Agenda state={state} actions={actions} /> : <CalendarGrid state={state} actions={actions} />}
    </div>
  )
}

/** That there are no records, or more than are shown. */
function CalendarNote({ state: { list, range } }: { state: Calendar }) {
  if (list.isLoading) return null
  const missing = list.total - list.rows.length
  if (missing > 0)
    return (
      <p className="pro-cal-note" role="status" data-tone="warning">
        {rangeTitle(range)}共 {list.total.toLocaleString('en-US')} 条，这里只显示前{' '}
        {list.rows.length.toLocaleString('en-US')} 条，可以用查询缩小范围
      </p>
    )
  if (list.rows.length > 0) return null
  const isSearch = Object.values(list.state.conditions).some((value) => value !== '')
  return (
    <p className="pro-cal-note" role="status">
      {rangeTitle(range)}没有{isSearch ? '符合条件的' : ''}
      {list.plan.title}
    </p>
  )
}
