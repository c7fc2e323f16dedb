import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { CalendarPlan } from './calendar-plan.ts'
import type { Entry } from './week-layout.ts'

interface Props {
  entry: Entry
  calendar: CalendarPlan
  /** It began in an earlier week: the time belongs to another day. */
  isContinued?: boolean
}

/** Time and title of a record. */
export function EntryLabel({ entry: { row, time }, calendar, isContinued }: Props) {
  const { lookup } = useServices()
  return (
    <>
      {time !== undefined && !isContinued && <time className="pro-cal-time pro-num">{time}</time>}
      {printValue(calendar.title, row, lookup) || '（无标题）'}
    </>
  )
}
