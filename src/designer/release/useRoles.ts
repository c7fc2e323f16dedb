import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/contract/context.tsx'

export interface RoleRow {
  id: string
  roleName: string
  roleCode: string
}

/** The roles, for users who may grant permissions. */
export function useRoles() {
  const { http, can } = useRuntime()
  return useQuery({
    queryKey: ['design roles'],
    queryFn: ({ signal }) => http.get<RoleRow[]>('/sys/role/queryall', undefined, signal),
    enabled: can('role:grant'),
  })
}
