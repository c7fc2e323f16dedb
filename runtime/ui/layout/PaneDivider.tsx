import { type KeyboardEvent, useRef } from 'react'
import type { Command } from '../commands/command.ts'
import { runKey } from '../commands/run-key.ts'
import { useEdgeDrag } from './useEdgeDrag.ts'
import './pane-divider.css'

/** The part of the width that a pane at the right may take, in percent. */
const range = { min: 20, max: 80 }
const STEP = 5
/** Where a pane begins without a choice of the user, in percent. */
export const HALF = 50

/** A part within the range; what is stored in a browser may be anything. */
export const clampShare = (share: unknown): number =>
  typeof share === 'number' && Number.isFinite(share)
    ? Math.round(Math.min(range.max, Math.max(range.min, share)))
    : HALF

interface DividerContext {
  share: number
  onChange(share: number): void
}

/** What keys do on the divider. */
const dividerCommands = {
  wider: {
    id: 'wider',
    title: '右边变宽',
    keys: ['ArrowLeft'],
    run: ({ share, onChange }) => onChange(share + STEP),
  },
  narrower: {
    id: 'narrower',
    title: '右边变窄',
    keys: ['ArrowRight'],
    run: ({ share, onChange }) => onChange(share - STEP),
  },
  half: { id: 'half', title: '各占一半', keys: ['Home'], run: ({ onChange }) => onChange(HALF) },
} satisfies Record<string, Command<DividerContext>>

/** The left edge of a pane beside another one: dragged, or moved by the arrow keys; a double click halves. */
export function PaneDivider({ title, share, onChange }: { title: string } & DividerContext) {
  const divider = useRef<HTMLDivElement>(null)
  const move = (next: number) => onChange(clampShare(next))
  const drag = useEdgeDrag({
    read: ({ clientX }) => clientX,
    size: share,
    // A percent of what both panes share.
    getStep: () => -(divider.current?.parentElement?.parentElement?.getBoundingClientRect().width ?? 0) / 100,
    onResize: move,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved
    <div
      ref={divider}
      role="separator"
      tabIndex={0}
      className="pro-divider"
      aria-label={title}
      aria-orientation="vertical"
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={share}
      {...drag}
      onDoubleClick={() => move(HALF)}
      onKeyDown={(event: KeyboardEvent) => {
        runKey(dividerCommands, { share, onChange: move }, event)
      }}
    />
  )
}
