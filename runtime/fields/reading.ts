import { createContext, useContext } from 'react'

const ReadingContext = createContext(false)

/** True around a record that is looked at: values stand as text, not in boxes that cannot be typed into. */
export const ReadingProvider = ReadingContext.Provider
export const useReading = (): boolean => useContext(ReadingContext)
