import { type ComponentType, createContext, useContext } from 'react'
import type { CellProps, ControlProps } from './contract.ts'

/** What the app registers under a name that documents may say (`widget`). Without a Cell the value shows as text. */
export interface Widget {
  Control: ComponentType<ControlProps<string>>
  Cell?: ComponentType<CellProps<string>>
}

export type Widgets = ReadonlyMap<string, Widget>

const WidgetsContext = createContext<Widgets>(new Map())
export const WidgetsProvider = WidgetsContext.Provider

export const useWidget = (name: string | undefined): Widget | undefined =>
  useContext(WidgetsContext).get(name ?? '')
