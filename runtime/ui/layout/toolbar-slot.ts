import { createContext } from 'react'

/** The element on the line of the tabs into which the tool bar of a tab's only part is drawn; null: above that part. */
export const ToolbarSlot = createContext<HTMLElement | null>(null)
