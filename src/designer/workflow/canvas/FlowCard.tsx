import { CloseCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { stepCommands, stepKeys } from '../../commands/step-commands.ts'
import type { Place } from '../edit/step-place.ts'
import { useFlow } from './flow-context.ts'

interface Props {
  place: Place
  /** What it is: the type of the step, or a branch. */
  type: string
  icon?: ReactNode
  title: string
  lines: readonly ReactNode[]
  look?: 'branch' | 'fork'
}

const keys = [...stepKeys, ...stepCommands]

/** A step, a branch or the starter: pressed to open its settings, moved by keys. */
export function FlowCard({ place, type, icon, title, lines, look }: Props) {
  const { selected, faults, edits, notes } = useFlow()
  const count = faults.get(place) ?? 0
  const note = notes?.get(place)
  const text = (
    <>
      <span className="view-flow-type">
        {icon}
        {type}
      </span>
      <b>{title}</b>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names
        <span key={at} className="view-flow-line">
          {line}
        </span>
      ))}
    </>
  )
  if (!edits)
    return (
      <div className="view-flow-place" data-left={note?.isLeft || undefined}>
        <div className="view-flow-card" data-look={look} data-at={place}>
          {text}
        </div>
        {note?.content}
      </div>
    )
  return (
    <div className="view-flow-place">
      <button
        type="button"
        className="view-flow-card"
        data-look={look}
        data-at={place}
        data-selected={selected === place || undefined}
        data-faulty={count > 0 || undefined}
        aria-pressed={selected === place}
        onClick={() => edits.press(place)}
        onKeyDown={(event) => runKey(keys, { place, edits }, event)}
      >
        {text}
        {count > 0 && (
          <span className="view-flow-faults">
            <CloseCircleFilled aria-hidden /> {count} 处错误
          </span>
        )}
      </button>
    </div>
  )
}
