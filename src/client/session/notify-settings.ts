import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { http } from './http.ts'

/** The switches of 新消息通知, by the category of a message. */
const switchByCategory: Readonly<Record<string, 'announcement' | 'system'>> = {
  1: 'announcement',
  2: 'system',
}

/** Milliseconds for which the settings are not requested again. */
const FRESH = 5 * 60_000

/** The query of the signed-in user's own data; its invalidation makes a changed switch act at once. */
export const ownInfoKey = ['own', 'info'] as const

/** Tells whether the user wants to be notified of a message; yes where the settings cannot be read. */
export function useIsNotified(): (category: unknown) => Promise<boolean> {
  const client = useQueryClient()
  return useCallback(
    async (category) => {
      const name = switchByCategory[String(category)]
      if (name === undefined) return true
      const info = await client
        .fetchQuery({
          queryKey: ownInfoKey,
          queryFn: () =>
            http.get<{ userInfo: { notify?: Record<string, boolean> } }>('/sys/user/getUserInfo'),
          staleTime: FRESH,
        })
        .catch(() => null)
      return info?.userInfo.notify?.[name] !== false
    },
    [client],
  )
}
