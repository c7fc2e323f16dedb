import { type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { Tagged } from '#client/session/client.ts'
import { http } from '#client/session/http.ts'
import { userAtom } from '#client/session/state.ts'
import { onLive } from '#runtime/data/live.ts'

/** An announcement as the contract sends it; `titile` is spelled so there. */
export interface Announcement {
  id: string
  titile: string
  sender: string | null
  sender_dictText?: string | null
  sendTime: string | null
  priority: string | null
  msgAbstract: string | null
  msgContent: string | null
  openType: string | null
  openPage: string | null
  busId: string | null
  /** In a row of its reader: the id of the announcement. */
  anntId?: string
}

/** The newest unread messages of both kinds, and their numbers. */
export interface Unread {
  anntMsgList: Announcement[]
  anntMsgTotal: number
  sysMsgList: Announcement[]
  sysMsgTotal: number
}

const POLL_INTERVAL_MS = 6000
const key = 'messages'

async function load({ client, queryKey, signal }: QueryFunctionContext): Promise<Tagged<Unread>> {
  const cached = client.getQueryData<Tagged<Unread>>(queryKey)
  const fresh = await http.renew<Unread>('/sys/annountCement/listByUser', cached?.tag ?? null, signal)
  return fresh ?? (cached as Tagged<Unread>)
}

/** Called after a message was read. */
export const refetchMessages = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.refetchQueries({ queryKey: [key] }),
    client.invalidateQueries({ queryKey: ['list', 'message/my-message'] }),
  ])

/**
 * The unread messages, requested every 6 s until a request fails, while the page is visible; requested again, and from
 * then on, when the server pushes a message, when its socket reconnects, and when the user opens the panel.
 */
export function useMessages() {
  const client = useQueryClient()
  const user = useAtomValue(userAtom)
  const { data, error, isFetching } = useQuery({
    queryKey: [key, user?.id],
    queryFn: load,
    // With a first password the server may refuse every request but its change.
    enabled: user !== null && !user.mustChange && !user.passwordExpired,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: ({ state }) => state.status !== 'error',
    staleTime: POLL_INTERVAL_MS,
  })
  const look = useCallback(() => void client.refetchQueries({ queryKey: [key] }), [client])
  useEffect(() => {
    return onLive(({ cmd }) => (cmd === 'topic' || cmd === 'user' || cmd === 'reopened') && look())
  }, [look])
  return { unread: data?.result, error, isFetching, look }
}
