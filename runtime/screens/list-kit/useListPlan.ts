import { useMemo } from 'react'
import { compileList } from '#runtime/compile/list.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The list plan of a document for the signed-in user. */
export function useListPlan(screen: ScreenDocument): ListPlan {
  const types = useFieldTypes()
  const { can, user } = useServices()
  return useMemo(() => compileList(screen, { types, can, user }), [screen, types, can, user])
}
