import type { KeyboardEvent, RefObject } from 'react'
import { runKey } from '../commands/run-key.ts'
import { heightCommands, widthCommands } from './edge-commands.ts'
import { useEdgeDrag } from './useEdgeDrag.ts'
import './edge-handle.css'

interface Props {
  edge: 'right' | 'bottom'
  label: string
  /** The size in columns or steps; `least` may stand for a size of its own. */
  size: number
  least?: number
  most: number
  /** The size in words. */
  text: string
  /** The pixels of one column or step. */
  getStep(): number
  /** May get a size out of bounds or with a fraction. */
  onResize(size: number): void
}

/** An edge of a block on a grid: dragged, or moved by the arrow keys, it changes the size. */
export function EdgeHandle({ edge, label, size, least = 1, most, text, getStep, onResize }: Props) {
  const drag = useEdgeDrag({
    read: ({ clientX, clientY }) => (edge === 'right' ? clientX : clientY),
    size,
    getStep,
    onResize,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    runKey(edge === 'right' ? widthCommands : heightCommands, { size, resize: onResize }, event)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className="pro-edge"
      data-edge={edge}
      aria-label={label}
      aria-orientation={edge === 'right' ? 'horizontal' : 'vertical'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      aria-valuetext={text}
      {...drag}
      onKeyDown={onKeyDown}
    />
  )
}

interface WidthProps {
  title: string
  span: number
  columns: number
  /** The grid whose columns are counted. */
  grid: RefObject<HTMLDivElement | null>
  onResize(span: number): void
}

/** The right edge of a block, which changes the number of its columns. */
export const WidthHandle = ({ title, span, columns, grid, onResize }: WidthProps) => (
  <EdgeHandle
    edge="right"
    label={`${title}的宽度`}
    size={span}
    most={columns}
    text={`${span} 列，共 ${columns} 列`}
    // The grid may be scaled: its width is that on the screen.
    getStep={() => (grid.current?.getBoundingClientRect().width ?? 0) / columns}
    onResize={onResize}
  />
)
