import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { widthCommands } from './commands/width-commands.ts'

interface Props {
  title: string
  span: number
  columns: number
  /** The grid whose columns are counted. */
  grid: RefObject<HTMLDivElement | null>
  onResize(span: number): void
}

/** The right edge of a card: dragged, or moved by the arrow keys, it changes the number of columns. */
export function WidthHandle({ title, span, columns, grid, onResize }: Props) {
  const [start, setStart] = useState<{ x: number; span: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart({ x: event.clientX, span })
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    // The canvas may be scaled: both widths are those of the screen.
    const width = grid.current?.getBoundingClientRect().width
    if (start && width) onResize(start.span + ((clientX - start.x) * columns) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    runKey(widthCommands, { span, resize: onResize }, event)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className="view-design-edge"
      aria-label={`${title}的宽度`}
      aria-valuemin={1}
      aria-valuemax={columns}
      aria-valuenow={span}
      aria-valuetext={`${span} 列，共 ${columns} 列`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      onKeyDown={onKeyDown}
    />
  )
}
