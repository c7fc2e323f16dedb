import { type ComponentType, createContext, useContext } from 'react'
import type { CellProps, ControlProps } from './contract.ts'

/**
 * A component registered under a name that documents may use (`widget`): it replaces the view of the type. Values are
 * those of the type of the field, text in a `slot`. Without a Cell the cell of the type is drawn.
 */
export interface Widget {
  Control: ComponentType<ControlProps>
  Cell?: ComponentType<CellProps>
}

export type Widgets = ReadonlyMap<string, Widget>

const WidgetsContext = createContext<Widgets>(new Map())
export const WidgetsProvider = WidgetsContext.Provider

export const useWidgets = (): Widgets => useContext(WidgetsContext)

export const useWidget = (name: string | undefined): Widget | undefined =>
  useContext(WidgetsContext).get(name ?? '')
