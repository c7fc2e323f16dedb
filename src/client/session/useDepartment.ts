import { useQuery } from '@tanstack/react-query'
import { http } from './http.ts'

interface Departments {
  list?: { orgCode: string; departName: string }[] | null
  orgCode?: string | null
}

/** The name of the user's current department; undefined until it is loaded, or when there is none. */
export function useDepartment(): string | undefined {
  const { data } = useQuery({
    queryKey: ['session', 'departments'],
    queryFn: ({ signal }) => http.get<Departments>('/sys/user/getCurrentUserDeparts', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.list?.find(({ orgCode }) => orgCode === data.orgCode)?.departName
}
