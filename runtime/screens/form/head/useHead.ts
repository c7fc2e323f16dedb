import { useCallback, useSyncExternalStore } from 'react'
import type { Values } from '#runtime/record/scope.ts'
import type { Session } from '../session.ts'

/** The current values of the head of a record, without its rows; undefined until the record is loaded. */
export function useHead(session: Session | null): Values | undefined {
  const model = session?.model
  const subscribe = useCallback((changed: () => void) => model?.subscribeHead(changed) ?? (() => {}), [model])
  return useSyncExternalStore(subscribe, () => model?.head)
}
