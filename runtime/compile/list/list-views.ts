import { formFields, isReadOnly } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { ActionLists } from '../actions.ts'
import type { ActionPlan, BoardPlan, CalendarPlan, Column } from '../plan.ts'

/** The columns of the list, and the column of any field that the user may see. */
export interface ViewColumns {
  columns: readonly Column[]
  columnOf(key: string): Column | undefined
  can(code: string): boolean
}

/** The number of further fields on a card whose document names none. */
const DEFAULT_FACTS = 3

/** The actions of a list whose rows are not selected. */
export const withoutBatches = ({ toolbar, row }: ActionLists): ActionLists => ({
  toolbar: toolbar.filter(({ batch }) => !batch),
  batch: [],
  row,
})

/** Whether the user cannot change the field in the form of an existing record. */
const isFixed = (screen: ScreenDocument, { field }: Column, can: ViewColumns['can']): boolean =>
  isReadOnly(field) ||
  !formFields(screen, 'edit').some(({ key }) => key === field.key) ||
  (field.access?.edit !== undefined && !can(field.access.edit))

const titleOf = (key: string | undefined, { columns, columnOf }: ViewColumns): Column | undefined =>
  (key === undefined ? undefined : columnOf(key)) ?? columns.find(({ isLink }) => isLink) ?? columns[0]

/** Undefined where the user may not see the date. */
export function compileCalendar(screen: ScreenDocument, views: ViewColumns): CalendarPlan | undefined {
  const { calendar } = screen.list ?? {}
  const date = calendar && views.columnOf(calendar.date)
  const title = titleOf(calendar?.title, views)
  if (!calendar || !date || !title) return
  const end = calendar.end === undefined ? undefined : views.columnOf(calendar.end)
  const color = calendar.color ?? screen.flow?.field
  // Without a declared one the first column with colours of its values is the state.
  const state = color === undefined ? views.columns.find(({ tag }) => tag) : views.columnOf(color)
  const dates = end ? [date, end] : [date]
  return {
    date,
    title,
    ...(end ? { end } : {}),
    ...(state ? { color: state } : {}),
    isFixed: dates.some((column) => isFixed(screen, column, views.can)),
  }
}

/** Undefined where the user may not see the field of the columns. */
export function compileBoard(
  screen: ScreenDocument,
  views: ViewColumns,
  { toolbar, batch, row }: ActionLists,
): BoardPlan | undefined {
  const { board } = screen.list ?? {}
  const field = board && views.columnOf(board.field)
  const title = titleOf(board?.title, views)
  if (!board || !field || !title) return
  const sum = board.sum === undefined ? undefined : views.columnOf(board.sum)
  const isFlow = screen.flow?.field === board.field
  const rest = views.columns.filter(({ key }) => key !== title.key && key !== field.key)
  return {
    field,
    title,
    subtitle: board.subtitle?.flatMap((key) => views.columnOf(key) ?? []) ?? rest.slice(0, DEFAULT_FACTS),
    ...(sum ? { sum } : {}),
    ...(board.columns ? { values: board.columns.map(String) } : {}),
    ...(isFlow ? { moves: movesOf([...row, ...batch, ...toolbar]) } : {}),
    isFixed: isFixed(screen, field, views.can),
  }
}

/** Each move once. */
const movesOf = (actions: readonly ActionPlan[]): ActionPlan[] =>
  actions.filter(
    (action, at) => action.kind === 'move' && actions.findIndex(({ code }) => code === action.code) === at,
  )
