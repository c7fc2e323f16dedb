import { ButtonPopover } from '#runtime/ui/overlay/ButtonPopover.tsx'
import { StateCell } from '../list-kit/table/CellView.tsx'
import { dayTitle } from './calendar-range.ts'
import { EntryLink } from './EntryLink.tsx'
import type { Calendar } from './useCalendar.ts'
import type { Entry } from './week-layout.ts'

interface Props {
  state: Calendar
  day: string
  /** The number of records that do not fit. */
  count: number
  /** All records of the day. */
  entries: readonly Entry[]
}

/** +N: all records of a day in a popover. */
export function MoreEntries({ state, day, count, entries }: Props) {
  const { color } = state.calendar
  return (
    <ButtonPopover
      title={dayTitle(day)}
      placement="right"
      content={() => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and receives the focus when it opens
        <ul className="pro-cal-list" tabIndex={0}>
          {entries.map((entry) => (
            <li key={entry.row.id}>
              <EntryLink state={state} entry={entry} />
              {color && <StateCell column={color} row={entry.row} />}
            </li>
          ))}
        </ul>
      )}
    >
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          className="pro-num"
          aria-label={`${dayTitle(day)}还有 ${count} 条`}
        >
          +{count}
        </button>
      )}
    </ButtonPopover>
  )
}
