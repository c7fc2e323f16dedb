import { CaretRightOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import { countText } from '#runtime/data/list-source.ts'
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

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The line above the rows of a group: right and left arrow open and close it, up and down go to the next one. */
export function GroupLine({ title, text, count, countHere, totals, isOpen, onOpen }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    if (key === 'ArrowRight' || key === 'ArrowLeft') onOpen(key === 'ArrowRight')
    else if (steps[key] === undefined) return
    else {
      const lines = [
        ...(currentTarget
          .closest('.pro-table, .pro-entries')
          ?.querySelectorAll<HTMLElement>('.pro-group-toggle') ?? []),
      ]
      lines[lines.indexOf(currentTarget) + (steps[key] ?? 0)]?.focus()
    }
    event.preventDefault()
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
