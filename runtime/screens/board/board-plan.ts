import type { CompileEnv } from '#runtime/compile/compile-env.ts'
import { drawingColumns } from '#runtime/compile/list/drawing-columns.ts'
import { compileScreenActions } from '#runtime/compile/list.ts'
import type { ActionPlan, Column, ListPlan } from '#runtime/compile/plan.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The fields of a board and its moves. */
export interface BoardPlan {
  /** The field whose values are the columns. */
  field: Column
  title: Column
  subtitle: readonly Column[]
  /** The number that each column totals. */
  sum?: Column
  /** The values to show, in order; absent: all options of the field. */
  values?: readonly string[]
  /** The moves of the flow that the list offers; absent where the field is edited like any other. */
  moves?: readonly ActionPlan[]
  /** The value cannot be changed: computed, not in the form, or without the right. */
  isFixed: boolean
}

/** The number of further fields on a card whose document names none. */
const DEFAULT_FACTS = 3

/** Undefined where the user may not see the field of the columns. */
export function compileBoard(screen: ScreenDocument, plan: ListPlan, env: CompileEnv): BoardPlan | undefined {
  const { board } = screen.list ?? {}
  const { columns, findColumn, findTitle, isFixed } = drawingColumns(screen, plan, env)
  const field = findColumn(board?.field)
  const title = findTitle(board?.title)
  if (!board || !field || !title) return
  const sum = findColumn(board.sum)
  const rest = columns.filter(({ key }) => key !== title.key && key !== field.key)
  return {
    field,
    title,
    subtitle: board.subtitle?.flatMap((key) => findColumn(key) ?? []) ?? rest.slice(0, DEFAULT_FACTS),
    ...(sum ? { sum } : {}),
    ...(board.columns ? { values: board.columns.map(String) } : {}),
    ...(screen.flow?.field === board.field ? { moves: compileMoves(screen, env) } : {}),
    isFixed: isFixed(field),
  }
}

/** The moves of the flow that the list offers, each once; those of several records move a card too. */
function compileMoves(screen: ScreenDocument, env: CompileEnv): ActionPlan[] {
  const { row, batch, toolbar } = compileScreenActions(screen, env)
  return [...row, ...batch, ...toolbar].filter(
    (action, at, all) =>
      action.kind === 'move' &&
      all.findIndex(({ kind, code }) => kind === 'move' && code === action.code) === at,
  )
}
