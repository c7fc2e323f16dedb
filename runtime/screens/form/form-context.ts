import { createContext, useContext } from 'react'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Session } from './session.ts'

export interface FormScreen {
  session: Session
  mode: RecordEnv['mode']
  /** Number of columns that fit, up to the number that the document requests. */
  columns: number
  /** Wide enough for a tool bar beside the tabs. */
  isRoomy: boolean
  tab: string | undefined
  setTab(tab: string): void
  /** One tab at a time, without a bar: the form is filled step by step. */
  isStepped: boolean
  /** Focuses the next place to fill behind a field. */
  goOn(key: string): void
  /** The element id of the control of a field; several forms may be in the page at the same time. */
  getId(key: string): string
}

const FormScreenContext = createContext<FormScreen | null>(null)
export const FormScreenProvider = FormScreenContext.Provider

export function useFormScreen(): FormScreen {
  const screen = useContext(FormScreenContext)
  if (!screen) throw new Error('useFormScreen outside a form')
  return screen
}
