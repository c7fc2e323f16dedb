import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RecordModel } from '../record/model.ts'

const RecordModelContext = createContext<RecordModel | null>(null)
/** Set by the form around its fields; a detail table finds its rows here. */
export const RecordModelProvider = RecordModelContext.Provider

export function useRecordModel(): RecordModel {
  const model = useContext(RecordModelContext)
  if (!model) throw new Error('useRecordModel outside RecordModelProvider')
  return model
}

const never = () => () => {}

/** The head's values as they are now, where a form is around; else those given. */
export function useHeadValues(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const model = useContext(RecordModelContext)
  return useSyncExternalStore(model?.subscribeHead ?? never, () => model?.head ?? given)
}
