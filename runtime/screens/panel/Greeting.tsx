import { formatDate, greeting, longDate } from '#runtime/kernel/time.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNow } from './useNow.ts'

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
