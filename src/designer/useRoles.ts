import { useQuery } from '@tanstack/react-query'
import { useServices } from '#runtime/services/services.tsx'

export interface RoleRow {
  id: string
  roleName: string
  roleCode: string
}

/** The roles, for users who may grant permissions. */
export function useRoles() {
  const { http, can } = useServices()
  return useQuery({
    queryKey: ['design roles'],
    queryFn: ({ signal }) => http.get<RoleRow[]>('/sys/role/queryall', undefined, signal),
    enabled: can('role:grant'),
  })
}
