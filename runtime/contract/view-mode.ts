import { createContext, useContext } from 'react'

const ViewModeContext = createContext(false)

/** True inside a record in view mode: values are plain text instead of inputs. */
export const ViewModeProvider = ViewModeContext.Provider
export const useIsViewMode = (): boolean => useContext(ViewModeContext)
