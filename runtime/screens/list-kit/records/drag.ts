import { type DndContextProps, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'

/** Pixels that the mouse moves before a press is a drag, so that links in the card still open. */
const DRAG_DISTANCE_PX = 6
/** Milliseconds that a finger rests before it drags, so that swiping still scrolls. */
const DRAG_PRESS_MS = 250

/** A drag by mouse or finger; by keyboard the menu of the record does the same. */
export function useDragSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: DRAG_PRESS_MS, tolerance: 8 } }),
  )
}

/** What a screen reader says during a drag. `formatName` names records and targets by their ids. */
export const dragTexts = (formatName: (id: string) => string): DndContextProps['accessibility'] => ({
  screenReaderInstructions: { draggable: '也可以从菜单里改' },
  announcements: {
    onDragStart: ({ active }) => `拿起${formatName(String(active.id))}`,
    onDragOver: ({ over }) => (over ? `移到${formatName(String(over.id))}上` : '不在可以放下的地方'),
    onDragEnd: ({ over }) => (over ? `放在${formatName(String(over.id))}` : '没有移动'),
    onDragCancel: () => '没有移动',
  },
})
