import { type CollisionDetection, DndContext, type DndContextProps } from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { useDragSensors } from '#runtime/screens/list-kit/records/drag.ts'
import { type DragPart, getPart } from '../drag-part.ts'

const name = (entry: Parameters<typeof getPart>[0]): string => `「${getPart(entry)?.title ?? ''}」`

/** What a screen reader says during a drag; the drawing of the form says what came of it. */
const texts: DndContextProps['accessibility'] = {
  screenReaderInstructions: { draggable: '也可以从菜单里改' },
  announcements: {
    onDragStart: ({ active }) => `拿起${name(active)}`,
    onDragOver: ({ over }) => (over ? `移到${name(over)}上` : '不在可以放下的地方'),
    onDragEnd: ({ over }) => (over ? undefined : '没有移动'),
    onDragCancel: () => '没有移动',
  },
}

const noGoals: CollisionDetection = () => []

interface Props {
  onStart(part: DragPart): void
  children: ReactNode
}

/** Within it, types are dragged from the palette and the parts of a form to other places of the form. */
export function LayoutDrag({ onStart, children }: Props) {
  const sensors = useDragSensors()
  // Comes with the drawing of the layout, before which there are no goals.
  const [detect, setDetect] = useState<CollisionDetection>(() => noGoals)
  const load = async () => {
    const { detectGoal } = await import('../layout/detect-goal.ts')
    setDetect(() => detectGoal)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      accessibility={texts}
      onDragStart={({ active }) => {
        const part = getPart(active)
        if (part) onStart(part)
        void load()
      }}
    >
      {children}
    </DndContext>
  )
}
