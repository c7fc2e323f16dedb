import { CaretRightOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import { countText } from '#runtime/data/list-source.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { groupCommands } from '../../commands/group-commands.ts'
import './group-lines.css'

interface Props {
  title: string
  text: string
  /** The rows of the group on all pages. */
  count: number | undefined
  /** The rows of the group on this page, if it continues on others. */
  countHere: number | undefined
  totals: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** Focuses the line of another group, by its distance. */
function focusLine(from: HTMLElement, by: number): void {
  const lines = from.closest('.pro-table, .pro-entries')?.querySelectorAll<HTMLElement>('.pro-group-toggle')
  const all = [...(lines ?? [])]
  all[all.indexOf(from) + by]?.focus()
}

/** The line above the rows of a group: right and left arrow open and close it, up and down go to the next one. */
export function GroupLine({ title, text, count, countHere, totals, isOpen, onOpen }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget } = event
    runKey(groupCommands, { setOpen: onOpen, step: (by) => focusLine(currentTarget, by) }, event)
  }
  return (
    <span className="pro-group-head">
      <button
        type="button"
        className="pro-group-toggle"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        <CaretRightOutlined aria-hidden rotate={isOpen ? 90 : 0} />
        {title}：<b>{text}</b>
        {count !== undefined && <span className="pro-num">{countText({ total: count })} 条</span>}
        {countHere !== undefined && (
          <span className="pro-num">本页 {countText({ total: countHere })} 条</span>
        )}
      </button>
      {totals !== '' && <span className="pro-num">{totals}</span>}
    </span>
  )
}
