import { permOf } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { type CompileEnv, compileList } from './list.ts'
import type { ListPlan } from './plan.ts'

/** The list of a detail's rows: they open only where a button of theirs says so, for most show all of themselves. */
export function compileDetailList(screen: ScreenDocument, { types, can }: CompileEnv): ListPlan {
  const opens = screen.actions?.row?.some(
    (entry) => (typeof entry === 'string' ? entry : entry.code) === 'detail',
  )
  return compileList(screen, {
    types,
    can: (code) => (opens || code !== `${permOf(screen)}:detail`) && can(code),
  })
}
