import { useIsFetching } from '@tanstack/react-query'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { useBusy } from '../../progress.tsx'

/** The bar at the top, shown while a first read is slow. */
export function SlowReads() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  useBusy(useDelayed(waiting > 0))
  return null
}
