import { createContext, useContext } from 'react'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Session } from './session.ts'

export interface FormScreen {
  session: Session
  mode: RecordEnv['mode']
  /** Columns that fit, of those the document asks for. */
  columns: number
  tab: string | undefined
  setTab(tab: string): void
  /** The id of a field's control; another form may stand in the document at the same time. */
  idOf(key: string): string
}

const FormScreenContext = createContext<FormScreen | null>(null)
export const FormScreenProvider = FormScreenContext.Provider

export function useFormScreen(): FormScreen {
  const screen = useContext(FormScreenContext)
  if (!screen) throw new Error('useFormScreen outside a form')
  return screen
}
