import { describeCron } from '#runtime/kernel/cron/describe.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'

/** The hint of a cell, in its own chunk: the expression and its sentence, or its fault. */
export function CronHint({ text }: { text: string }) {
  const result = parseCron(text)
  return (
    <>
      <div>{text}</div>
      <div>{result.ok ? describeCron(result.value) : result.text}</div>
    </>
  )
}
