import { type DndContextProps, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'

// One object each: another one would draw everything that can be dragged again.
/** The mouse moves some pixels before a press is a drag, so that links in the card still open. */
const mouse = { activationConstraint: { distance: 6 } }
/** A finger rests some milliseconds before it drags, so that swiping still scrolls. */
const touch = { activationConstraint: { delay: 250, tolerance: 8 } }

/** A drag by mouse or finger; by keyboard the menu of the record does the same. */
export const useDragSensors = () => useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch))

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
