import { useDroppable } from '@dnd-kit/core'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { dayTitle } from './calendar-range.ts'
import { EntryChip } from './EntryChip.tsx'
import { MoreEntries } from './MoreEntries.tsx'
import type { Calendar } from './useCalendar.ts'
import { dragId, entriesOn, fitWeek, layoutWeek } from './week-layout.ts'

interface Props {
  state: Calendar
  actions: ListActions
  days: readonly string[]
  /** The number of lines that fit below the numbers of the days. */
  lines: number
}

/** One week: its days, and above them the records, each across its days. */
export function WeekRow({ state, actions, days, lines }: Props) {
  const segments = layoutWeek(state.entries, days)
  const { fitting, hidden } = fitWeek(segments, lines)
  return (
    <div className="pro-cal-week">
      <div className="pro-cal-days">
        {days.map((day) => (
          <DayCell key={day} state={state} day={day} />
        ))}
      </div>
      <div className="pro-cal-lines">
        {fitting.map((segment) => (
          <EntryChip
            key={dragId(segment.entry.row.id, days[segment.column] ?? '')}
            id={dragId(segment.entry.row.id, days[segment.column] ?? '')}
            state={state}
            actions={actions}
            segment={segment}
          />
        ))}
        {[...hidden].map(([column, count]) => {
          const day = days[column] ?? ''
          return (
            <div key={day} className="pro-cal-more" style={{ gridColumn: column + 1, gridRow: lines }}>
              <MoreEntries state={state} day={day} count={count} entries={entriesOn(state.entries, day)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A day; a click on it adds a record there. */
function DayCell({ state, day }: { state: Calendar; day: string }) {
  const { today, range, canAdd, addOn, list } = state
  const { setNodeRef, isOver } = useDroppable({ id: day })
  const number = Number(day.slice(8))
  const isOutside = range.unit === 'month' && day.slice(0, 7) !== range.day.slice(0, 7)
  const label = number === 1 ? `${Number(day.slice(5, 7))} 月 1 日` : number
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the number of the day is the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the number of the day is the button
    <div
      ref={setNodeRef}
      className="pro-cal-day"
      data-day={day}
      data-today={day === today || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
      onClick={({ target, currentTarget }) => canAdd && target === currentTarget && addOn(day)}
    >
      {canAdd ? (
        <button
          type="button"
          className="pro-cal-number pro-num"
          aria-label={`${dayTitle(day)}，新增${list.plan.title}`}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => addOn(day)}
        >
          {label}
        </button>
      ) : (
        <span className="pro-cal-number pro-num" aria-current={day === today ? 'date' : undefined}>
          {label}
        </span>
      )}
    </div>
  )
}
