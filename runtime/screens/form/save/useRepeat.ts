import { useCallback, useEffect, useRef } from 'react'
import { onLive } from '#runtime/data/live.ts'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'

/** The event after which a save with this error is repeated; the network may have lost the request or the answer. */
const repeatEvents: Readonly<Record<string, string | undefined>> = {
  UNAUTHORIZED: 'signedIn',
  NETWORK: 'reopened',
  TIMEOUT: 'reopened',
}

/**
 * Repeats a save that was refused because the session had expired, once the user has signed in again, and one without an
 * answer, once the connection is back, if it sends the same (`isSame`): later input is saved by its user. Returns the function
 * that remembers a failed save; any other failure is not repeated.
 */
export function useRepeat<Options>(save: (options: Options) => Promise<void>, isSame: () => boolean) {
  const latest = useRef({ save, isSame })
  latest.current = { save, isSame }
  const failed = useRef<{ options: Options; event: string } | null>(null)
  useEffect(() => {
    return onLive(({ cmd }) => {
      if (cmd !== failed.current?.event) return
      const { options } = failed.current
      failed.current = null
      if (cmd === 'signedIn' || latest.current.isSame()) void latest.current.save(options)
    })
  }, [])
  return useCallback((error: unknown, options: Options) => {
    const event = repeatEvents[findErrorCode(error) ?? '']
    failed.current = event === undefined ? null : { options, event }
  }, [])
}
