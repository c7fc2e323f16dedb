import { describeCron } from '#runtime/kernel/cron/describe.ts'
import { cronWarnings } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'

/** The time zone of the browser, by whose clock runs are shown. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  text: string
  /** The fault of an invalid expression is shown in the error color; otherwise it is still being typed. */
  isCommitted?: boolean
}

const line = { fontSize: 'var(--ant-font-size-sm)', lineHeight: 'var(--ant-line-height-sm)' }
const muted = { ...line, color: 'var(--ant-color-text-secondary)' }
const warning = { ...line, color: 'var(--ant-color-warning-text)' }
const error = { ...line, color: 'var(--ant-color-error-text)' }

/** What an expression says: its sentence with warnings, or its faulty field. */
export function CronExplanation({ text, isCommitted = true }: Props) {
  const result = parseCron(text)
  if (!result.ok) return <div style={isCommitted ? error : muted}>{result.text}</div>
  return (
    <>
      <div style={muted}>{describeCron(result.value)}</div>
      {cronWarnings(result.value, new Date(), browserZone()).map((text) => (
        <div key={text} style={warning}>
          {text}
        </div>
      ))}
    </>
  )
}
