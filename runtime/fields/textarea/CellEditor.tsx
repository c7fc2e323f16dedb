import { popTextInCell } from '../parts/PopText.tsx'

export const TextareaCellEditor = popTextInCell([300, 210])
