import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { useRef, useState } from 'react'
import { dayNumber } from '#runtime/kernel/time.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { dragTexts, useDragSensors } from '../list-kit/records/drag.ts'
import type { ListActions } from '../list-kit/useListActions.tsx'
import { dayTitle, splitWeeks, weekdayTitles } from './calendar-range.ts'
import { EntryLabel } from './EntryLabel.tsx'
import type { Calendar } from './useCalendar.ts'
import { WeekRow } from './WeekRow.tsx'
import { type Entry, getRecordId } from './week-layout.ts'

/** Heights in pixels, as in calendar.css: the names of the weekdays, the number of a day, one line of a week. */
const HEAD = 32
const NUMBER = 32
const LINE = 26
/** Minimum number of lines of a week. */
const MIN_LINES = 2

interface Props {
  state: Calendar
  actions: ListActions
}

/** The weeks of the range; records are dragged from day to day. */
export function CalendarGrid({ state, actions }: Props) {
  const { lookup } = useServices()
  const { days, entries, calendar, range } = state
  const [measure, { height }] = useSize<HTMLDivElement>()
  const [dragged, setDragged] = useState<Entry | null>(null)
  /** The day under the pointer when the drag began: a long record may be taken at any of its days. */
  const origin = useRef<string | null>(null)
  const weeks = splitWeeks(days)
  const lines = Math.floor(((height - HEAD) / weeks.length - NUMBER) / LINE)
  const findEntry = (id: string) => entries.find(({ row }) => row.id === getRecordId(id))
  const formatName = (id: string) => {
    const entry = findEntry(id)
    return entry ? `「${printValue(calendar.title, entry.row, lookup)}」` : dayTitle(id)
  }
  return (
    <DndContext
      sensors={useDragSensors()}
      collisionDetection={pointerWithin}
      accessibility={dragTexts(formatName)}
      onDragStart={({ active }) => {
        origin.current = null
        setDragged(findEntry(String(active.id)) ?? null)
      }}
      onDragMove={({ over }) => {
        origin.current ??= over ? String(over.id) : null
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        setDragged(null)
        const from = dayNumber(origin.current ?? '')
        const to = dayNumber(String(over?.id ?? ''))
        if (dragged && from !== null && to !== null) state.move(dragged.row, to - from)
      }}
    >
      <div className="pro-cal-grid" ref={measure} data-unit={range.unit}>
        <div className="pro-cal-head" aria-hidden>
          {weekdayTitles.map((title) => (
            <span key={title}>{title}</span>
          ))}
        </div>
        {weeks.map((week) => (
          <WeekRow
            key={week[0]}
            state={state}
            actions={actions}
            days={week}
            lines={range.unit === 'week' ? Number.POSITIVE_INFINITY : Math.max(MIN_LINES, lines)}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="pro-cal-entry" data-dragged>
            <EntryLabel entry={dragged} calendar={calendar} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
