import { PointerSensor, useSensor, useSensors } from '@dnd-kit/core'

// One object: another one would draw everything that can be dragged again.
const options = { activationConstraint: { distance: 4 } }

/** Dragging with mouse, pen or finger, which starts only after some pixels: a press stays a press. */
export const usePointerDrag = () => useSensors(useSensor(PointerSensor, options))
