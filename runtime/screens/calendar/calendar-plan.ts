import type { CompileEnv } from '#runtime/compile/compile-env.ts'
import { drawingColumns } from '#runtime/compile/list/drawing-columns.ts'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The fields of a calendar list; dates are texts of the wire. */
export interface CalendarPlan {
  date: Column
  end?: Column
  title: Column
  /** The field whose value colours an entry. */
  color?: Column
  /** No date of a record can be changed: computed, not in the form, or without the right. */
  isFixed: boolean
}

/** Undefined where the user may not see the date. */
export function compileCalendar(
  screen: ScreenDocument,
  plan: ListPlan,
  env: CompileEnv,
): CalendarPlan | undefined {
  const { calendar } = screen.list ?? {}
  const { columns, findColumn, findTitle, isFixed } = drawingColumns(screen, plan, env)
  const date = findColumn(calendar?.date)
  const title = findTitle(calendar?.title)
  if (!calendar || !date || !title) return
  const end = findColumn(calendar.end)
  const color = calendar.color ?? screen.flow?.field
  // Without a declared one the first column with colours of its values is the state.
  const state = color === undefined ? columns.find(({ tag }) => tag) : findColumn(color)
  const dates = end ? [date, end] : [date]
  return {
    date,
    title,
    ...(end ? { end } : {}),
    ...(state ? { color: state } : {}),
    isFixed: dates.some(isFixed),
  }
}
