import { useEffect, useState } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { formatDate } from '#runtime/kernel/time.ts'

type Step = (last: Date) => Date

const readTime: Step = () => new Date()
const readDay: Step = (last) => {
  const now = new Date()
  return formatDate(now) === formatDate(last) ? last : now
}

/** The time, read again each minute and when the page is shown again. */
export function useNow(read = readTime): Date {
  const page = usePage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const look = () => setNow(read)
    const timer = setInterval(() => page.isShown() && look(), 60_000)
    const stop = page.onShown(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [page, read])
  return now
}

/** A time of this day, the same one until the day ends. */
export const useToday = () => useNow(readDay)
