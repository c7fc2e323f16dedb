import { type PointerEvent, useId, useMemo, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { pressKeys } from '#runtime/ui/commands/press-keys.ts'
import { type DrawnMoves, type DrawnState, layoutFlow, nodeSize } from './flow-layout.ts'
import type { FlowState } from './flow-states.ts'

/** The selected part of a flow. */
export type FlowPart = { kind: 'state'; value: string } | { kind: 'move'; code: string } | null

interface Props {
  document: JsonObject
  states: readonly FlowState[]
  selected: FlowPart
  onSelect(part: FlowPart): void
  /** A move was drawn from one state to another. */
  onMove(from: string, to: string): void
}

/** How far the pointer moves before it draws a move instead of selecting a state, in pixels. */
const DRAG_START = 6

interface Drawing {
  from: DrawnState
  x: number
  y: number
  isMoved: boolean
}

/** The states as boxes and the moves as arrows; an arrow is drawn by dragging from one state to another. */
export function FlowDiagram({ document, states, selected, onSelect, onMove }: Props) {
  const marker = useId()
  const {
    width,
    height,
    states: boxes,
    arrows,
  } = useMemo(() => layoutFlow(states, document), [states, document])
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - left, event.clientY - top]
    const isMoved = drawing.isMoved || Math.hypot(x - drawing.x, y - drawing.y) > DRAG_START
    setDrawing(isMoved ? { ...drawing, x, y, isMoved } : drawing)
  }
  const drop = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing) return
    setDrawing(null)
    if (!drawing.isMoved) return
    const target = window.document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-state]')
    const to = target?.getAttribute('data-state')
    if (to !== null && to !== undefined && to !== drawing.from.state.value)
      onMove(drawing.from.state.value, to)
  }
  const begin = (from: DrawnState, event: PointerEvent) => {
    if (event.button !== 0) return
    const svg = (event.currentTarget as SVGElement).ownerSVGElement?.getBoundingClientRect()
    if (svg) setDrawing({ from, x: event.clientX - svg.left, y: event.clientY - svg.top, isMoved: false })
  }
  const isSelected = ({ moves }: DrawnMoves) =>
    selected?.kind === 'move' && moves.some(({ code }) => code === selected.code)
  return (
    <div className="view-approval-diagram">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture whose parts are buttons */}
      <svg
        width={width}
        height={height}
        role="group"
        aria-label="状态和动作"
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerLeave={() => setDrawing(null)}
      >
        <defs>
          <marker
            id={marker}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" className="view-approval-head" />
          </marker>
        </defs>
        {arrows.map((arrow) => (
          <path
            key={`${arrow.from} ${arrow.to}`}
            d={arrow.path}
            className="view-approval-arrow"
            data-selected={isSelected(arrow) || undefined}
            markerEnd={`url(#${marker})`}
          />
        ))}
        {drawing?.isMoved && (
          <line
            className="view-approval-arrow"
            x1={drawing.from.x + nodeSize.width / 2}
            y1={drawing.from.y + nodeSize.height / 2}
            x2={drawing.x}
            y2={drawing.y}
            markerEnd={`url(#${marker})`}
          />
        )}
        {boxes.map((box) => {
          const { value, isInitial, color } = box.state
          const choose = () => onSelect({ kind: 'state', value })
          return (
            // biome-ignore lint/a11y/useSemanticElements: a part of a picture
            <g
              key={value}
              role="button"
              tabIndex={0}
              aria-label={`状态 ${value}${isInitial ? '，新增的记录从这里开始' : ''}`}
              aria-pressed={selected?.kind === 'state' && selected.value === value}
              className="view-approval-state"
              data-state={value}
              transform={`translate(${box.x} ${box.y})`}
              onPointerDown={(event) => begin(box, event)}
              onClick={choose}
              onKeyDown={pressKeys(choose)}
            >
              <rect
                width={nodeSize.width}
                height={nodeSize.height}
                rx="6"
                data-initial={isInitial || undefined}
              />
              <circle cx="14" cy={nodeSize.height / 2} r="4" data-color={color} />
              <text x="26" y={nodeSize.height / 2} dominantBaseline="central">
                {shorten(value, 6)}
              </text>
            </g>
          )
        })}
        {arrows.flatMap(({ moves, from, to, x, y }) =>
          moves.map((move, at) => {
            const code = String(move.code)
            const title = String(move.title)
            const label = shorten(title, 6)
            const half = (label.length * 14 + 12) / 2
            const choose = () => onSelect({ kind: 'move', code })
            return (
              // biome-ignore lint/a11y/useSemanticElements: a part of a picture
              <g
                key={`${from} ${to} ${code}`}
                role="button"
                tabIndex={0}
                aria-label={`动作 ${title}，从${from}到${to}`}
                aria-pressed={selected?.kind === 'move' && selected.code === code}
                className="view-approval-label"
                transform={`translate(${x} ${y + (at - (moves.length - 1) / 2) * 24})`}
                onClick={choose}
                onKeyDown={pressKeys(choose)}
              >
                <rect x={-half} y="-11" width={half * 2} height="22" rx="4" />
                <text textAnchor="middle" dominantBaseline="central">
                  {label}
                </text>
              </g>
            )
          }),
        )}
      </svg>
    </div>
  )
}

const shorten = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text
