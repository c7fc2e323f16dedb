import { Alert } from 'antd'
import type { ReportCost } from '../report-api.ts'

const weights = {
  light: { type: 'success', text: '这次查询很轻' },
  moderate: { type: 'info', text: '这次查询要一点时间' },
  heavy: { type: 'warning', text: '这次查询很重，用的人多时会拖慢系统' },
} as const

/** The plan of the database in words, with warnings for steps that read a large table as a whole. */
export function CostNote({ cost: { weight, steps } }: { cost: ReportCost }) {
  const { type, text } = weights[weight]
  const isWarning = steps.some((step) => step.isWarning)
  return (
    <Alert
      showIcon
      type={isWarning ? 'warning' : type}
      message={text}
      description={
        <ol className="view-report-steps">
          {steps.map((step) => (
            <li key={step.text} data-warning={step.isWarning || undefined}>
              {step.text}
            </li>
          ))}
        </ol>
      }
    />
  )
}
