import { useEffect, useState } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { formatDate, greeting, longDate } from '#runtime/kernel/time.ts'
import { useServices } from '#runtime/services/services.tsx'

const minute = 60_000

/** A greeting by time of day, with the name of the user and the number of waiting records; updated with the clock. */
export function Greeting({ waiting }: { waiting: number }) {
  const { user } = useServices()
  const now = useNow()
  return (
    <>
      <h1>
        {greeting(now.getHours())}，{user.realname}
      </h1>
      {waiting > 0 && <span className="pro-panel-note">有 {waiting} 件事等您处理。</span>}
      <time className="pro-panel-date" dateTime={formatDate(now)}>
        {longDate(now)}
      </time>
    </>
  )
}

function useNow(): Date {
  const page = usePage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const look = () => setNow(new Date())
    const timer = setInterval(() => page.isShown() && look(), minute)
    const stop = page.onShown(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [page])
  return now
}
