import { createContext, useContext } from 'react'

const ViewModeContext = createContext(false)

/** True around a record that is looked at: values stand as text, not in boxes that cannot be typed into. */
export const ViewModeProvider = ViewModeContext.Provider
export const useIsViewMode = (): boolean => useContext(ViewModeContext)
