import { getPerm } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { compileList } from '../list.ts'
import type { ListPlan } from '../plan.ts'

/** The list plan of detail rows: they open only by a button that declares it, because most rows are fully visible. */
export function compileDetailList(screen: ScreenDocument, env: CompileEnv): ListPlan {
  const opens = screen.actions?.row?.some(
    (entry) => (typeof entry === 'string' ? entry : entry.code) === 'detail',
  )
  return compileList(screen, {
    ...env,
    can: (code) => (opens || code !== `${getPerm(screen)}:detail`) && env.can(code),
  })
}
