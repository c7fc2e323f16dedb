import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useRoles } from '../useRoles.ts'
import { type Trial, type TrialRights, trialRights } from './trial-rights.ts'

const noCodes: ReadonlySet<string> = new Set()

export interface TriedRights {
  /** Undefined until the grants of the role are read. */
  rights: TrialRights | undefined
  /** Whether the grants of the role count; without the right to read them only the proposals of the draft do. */
  hasGrants: boolean
}

/** What the tried role may do in a draft. The grants of a role are read by users who may grant permissions. */
export function useTrialRights(screen: ScreenDocument | undefined, trial: Trial): TriedRights {
  const { http, can } = useServices()
  const roles = useRoles()
  const roleId = roles.data?.find(({ roleCode }) => roleCode === trial.role)?.id
  const granted = useQuery({
    queryKey: ['design role grants', roleId],
    queryFn: ({ signal }) => http.get<string[]>('/sys/permission/queryRolePermission', { roleId }, signal),
    enabled: roleId !== undefined && can('role:grant'),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isPending = trial.role !== undefined && (roles.isLoading || granted.isLoading)
  const rights = useMemo(() => {
    if (!screen || isPending) return undefined
    return trialRights(screen, trial, granted.data ? new Set(granted.data) : noCodes)
  }, [screen, trial, granted.data, isPending])
  return { rights, hasGrants: granted.data !== undefined }
}
