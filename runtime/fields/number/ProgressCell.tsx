import { titleOf } from '#runtime/schema/derive.ts'
import type { CellProps } from '../contract.ts'
import './progress.css'

/** A bar with its percentage. Plain elements: a list has many of them. */
export function ProgressCell({ value, field }: CellProps<number>) {
  if (value === null) return null
  const width = Math.min(100, Math.max(0, value))
  return (
    <span className="field-progress">
      <progress className="field-progress-bar" aria-label={titleOf(field)} max={100} value={width} />
      <span className="field-progress-text">{value}%</span>
    </span>
  )
}
