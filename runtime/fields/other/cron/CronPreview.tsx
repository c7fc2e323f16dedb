import { useMemo } from 'react'
import { nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { browserZone, CronExplanation } from './CronExplanation.tsx'

/** How many runs are listed. */
const RUN_COUNT = 10

const frame = {
  borderTop: '1px solid var(--ant-color-border-secondary)',
  marginBlockStart: 12,
  paddingBlock: 12,
}
const expression = { fontWeight: 'var(--ant-font-weight-strong)', overflowWrap: 'anywhere' } as const
const heading = { margin: '12px 0 4px', color: 'var(--ant-color-text-secondary)' }
const list = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  gap: '0 16px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
} as const

const weekdays = '日一二三四五六'

const clockText = (zone: string): string => (zone === 'Asia/Shanghai' ? '北京时间' : '按这台电脑的时间')

/** The expression, its explanation, and its next runs by the clock of the browser. */
export function CronPreview({ text, after }: { text: string; after: Date }) {
  const zone = browserZone()
  const runs = useMemo(() => {
    const result = parseCron(text)
    return result.ok ? nextRuns(result.value, after, RUN_COUNT, zone) : []
  }, [text, after, zone])
  return (
    <section aria-label="预览" style={frame}>
      <div aria-live="polite">
        <code style={expression}>{text}</code>
        <CronExplanation text={text} />
      </div>
      {runs.length > 0 && (
        <>
          <p style={heading}>
            接下来 {runs.length} 次（{clockText(zone)}）
          </p>
          <ol style={list} aria-label="接下来的执行时间">
            {runs.map((run) => (
              <li key={run.getTime()}>
                {formatDateTime(run)} 周{weekdays[run.getDay()]}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
