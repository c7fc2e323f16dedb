import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { RecordMenu } from '../list-kit/records/RecordMenu.tsx'
import { StateCell } from '../list-kit/table/CellView.tsx'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { dayTitle } from './calendar-range.ts'
import { EntryLink } from './EntryLink.tsx'
import type { Calendar } from './useCalendar.ts'
import { entriesOn } from './week-layout.ts'

interface Props {
  state: Calendar
  actions: ListActions
}

/** The month on a phone: the days that have records, one below the other. */
export function Agenda({ state, actions }: Props) {
  const { lookup } = useServices()
  const { list, calendar, days, entries, range, today } = state
  const month = range.day.slice(0, 7)
  const groups = days
    .filter((day) => day.startsWith(month))
    .map((day) => ({ day, found: entriesOn(entries, day) }))
    .filter(({ found }) => found.length > 0)
  return (
    <div className="pro-cal-agenda">
      {groups.map(({ day, found }) => (
        <section key={day} aria-label={dayTitle(day)} data-today={day === today || undefined}>
          <h2>
            {dayTitle(day)}
            {day === today && '，今天'}
          </h2>
          <ul>
            {found.map((entry) => (
              <li key={entry.row.id} data-row-id={entry.row.id} data-color={state.findColor(entry.row)}>
                <span className="pro-cal-title">
                  <EntryLink state={state} entry={entry} />
                </span>
                {calendar.color && <StateCell column={calendar.color} row={entry.row} />}
                <RecordMenu
                  list={list}
                  row={entry.row}
                  name={printValue(calendar.title, entry.row, lookup)}
                  actions={actions}
                  first={
                    state.canMove(entry.row)
                      ? [{ key: 'move to', label: '改到…', onClick: () => state.setMoving(entry.row) }]
                      : []
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
