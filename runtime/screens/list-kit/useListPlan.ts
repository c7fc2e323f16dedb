import { useMemo } from 'react'
import { compileList } from '#runtime/compile/list.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The list plan of a document for the signed-in user. */
export function useListPlan(screen: ScreenDocument): ListPlan {
  const { types, can, user } = useRuntime()
  return useMemo(() => compileList(screen, { types, can, user }), [screen, types, can, user])
}
