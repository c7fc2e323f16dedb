import { useCallback, useEffect, useRef } from 'react'
import { onLive } from '#runtime/data/live.ts'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'

/**
 * Repeats a save that was refused because the session had expired, once the user has signed in again. Returns the
 * function that remembers a refused save; any other refusal is not repeated.
 */
export function useRepeat<Options>(save: (options: Options) => Promise<void>) {
  const latest = useRef(save)
  latest.current = save
  const refused = useRef<{ options: Options } | null>(null)
  useEffect(() => {
    return onLive(({ cmd }) => {
      if (cmd !== 'signedIn' || !refused.current) return
      const { options } = refused.current
      refused.current = null
      void latest.current(options)
    })
  }, [])
  return useCallback((error: unknown, options: Options) => {
    refused.current = findErrorCode(error) === 'UNAUTHORIZED' ? { options } : null
  }, [])
}
