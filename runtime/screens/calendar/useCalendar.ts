import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { readText } from '#runtime/kernel/json.ts'
import { addDays, dayNumber } from '#runtime/kernel/time.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useRecordEdit } from '../list-kit/records/useRecordEdit.ts'
import { useListColors } from '../list-kit/table/list-colors.ts'
import { useList } from '../list-kit/useList.ts'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import type { CalendarPlan } from './calendar-plan.ts'
import {
  type CalendarRange,
  dayTitle,
  getToday,
  listDays,
  moveEnd,
  readRange,
  writeRange,
} from './calendar-range.ts'
import { rangeConditions, rangeLoader } from './load-range.ts'
import { listEntries } from './week-layout.ts'

/** The address parameter of the visible range. */
const PARAMETER = 'cal'

/** State of a calendar list: the range in the address, its records, and the changes of their dates. */
export function useCalendar(plan: ListPlan, calendar: CalendarPlan, isMonthOnly: boolean) {
  const [params, setParams] = useSearchParams()
  const location = useAddressLocation(plan)
  const { conditions } = location.state
  const today = getToday()
  const rangeText = params.get(PARAMETER)
  const range = useMemo((): CalendarRange => {
    const read = readRange(rangeText, today)
    return isMonthOnly ? { ...read, unit: 'month' } : read
  }, [rangeText, today, isMonthOnly])
  const days = useMemo(() => listDays(range), [range])
  const list = useList(plan, location, {
    fixed: rangeConditions(calendar, days, conditions),
    load: useMemo(() => rangeLoader(calendar, days, conditions), [calendar, days, conditions]),
  })
  const { user, lookup } = useServices()
  const [modal, questions] = Modal.useModal()
  const colored = useMemo(
    () => [calendar.date, calendar.title, ...plan.columns],
    [calendar.date, calendar.title, plan.columns],
  )
  const findColors = useListColors(colored)
  const edit = useRecordEdit(list)
  const [moving, setMoving] = useState<ListRow | null>(null)
  const { date, end } = calendar

  /** The changes that move a record by days; its end moves with it. Null for a day beyond the calendar. */
  const shifted = (row: ListRow, by: number): Values | null => {
    const later = [date, ...(end ? [end] : [])].flatMap(({ key }) => {
      const text = row[key]
      return typeof text === 'string' && dayNumber(text) !== null ? [[key, addDays(text, by)] as const] : []
    })
    return later.some(([, text]) => text === null) ? null : Object.fromEntries(later)
  }
  const change = plan.row.find(({ kind }) => kind === 'edit')
  const add = plan.toolbar.find(({ kind }) => kind === 'add')
  return {
    list,
    calendar,
    today,
    range,
    days,
    entries: listEntries(edit.shown(list.rows), calendar),
    show: (next: CalendarRange) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          changed.set(PARAMETER, writeRange(next))
          return changed
        },
        { replace: true },
      ),
    isSaving: edit.isSaving,
    /** The places of questions about a change. */
    questions: { edit: edit.question, move: questions },
    /** The colour by the conditions of the record's day or title, else of its row. */
    findColor(row: ListRow): string | undefined {
      const colors = findColors(row)
      return colors?.cell(date.key) ?? colors?.cell(calendar.title.key) ?? colors?.row
    },
    canMove: (row: ListRow): boolean =>
      change !== undefined &&
      !calendar.isFixed &&
      !edit.isSaving(row) &&
      isActionAvailable(change, row, { flow: plan.flow, user }),
    /** Moves a record by days after a question: a drag is quickly made by mistake. */
    move(row: ListRow, by: number): void {
      const changes = by === 0 ? null : shifted(row, by)
      if (!changes) return
      const day = dayTitle(String(changes[date.key]).slice(0, 10))
      void modal.confirm({
        title: '改期',
        content: `把「${printValue(calendar.title, row, lookup)}」的${date.title}改到 ${day}？`,
        okText: '改期',
        cancelText: '取消',
        // The save shows its own progress and failure in the entry.
        onOk: () => void edit.save(row, changes),
      })
    },
    /** Saves a date that was chosen in the dialog; the end keeps its distance. */
    moveTo(row: ListRow, text: string): void {
      const later = end && moveEnd(readText(row[end.key]), readText(row[date.key]), text)
      void edit.save(row, { ...(later && { [end.key]: later }), [date.key]: text })
    },
    moving,
    setMoving,
    canAdd: add !== undefined,
    addOn: (day: string) => list.change({ form: { mode: 'add', under: day } }),
  }
}

export type Calendar = ReturnType<typeof useCalendar>
