import { createContext, useContext } from 'react'
import type { RecordModel } from '../record/model.ts'

const RecordModelContext = createContext<RecordModel | null>(null)
/** Set by the form around its fields; a detail table finds its rows here. */
export const RecordModelProvider = RecordModelContext.Provider

export function useRecordModel(): RecordModel {
  const model = useContext(RecordModelContext)
  if (!model) throw new Error('useRecordModel outside RecordModelProvider')
  return model
}
