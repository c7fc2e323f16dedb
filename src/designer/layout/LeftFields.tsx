import { useDroppable } from '@dnd-kit/core'
import type { ReactNode } from 'react'
import type { DragPart } from '../drag-part.ts'

const title = '不在表单里'
const data: DragPart = { kind: 'left', title }

/** The fields that the form does not show, from where they are dragged into it. */
export function LeftFields({ isGoal, children }: { isGoal: boolean; children: ReactNode }) {
  const drop = useDroppable({ id: 'left', data })
  return (
    <section
      ref={drop.setNodeRef}
      className="view-layout-group"
      data-loose
      data-over={isGoal || undefined}
      aria-label={title}
    >
      <div className="view-layout-head">
        <b>{title}</b>
      </div>
      {children}
    </section>
  )
}
