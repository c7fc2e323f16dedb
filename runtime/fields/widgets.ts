import { type ComponentType, createContext, useContext } from 'react'
import type { CellProps, ControlProps } from './contract.ts'

/**
 * What the app registers under a name that documents may say (`widget`): the face of a field instead of its type's.
 * Values are those of the field's type, text in a `slot`. Without a Cell the type's own is drawn.
 */
export interface Widget {
  Control: ComponentType<ControlProps>
  Cell?: ComponentType<CellProps>
}

export type Widgets = ReadonlyMap<string, Widget>

const WidgetsContext = createContext<Widgets>(new Map())
export const WidgetsProvider = WidgetsContext.Provider

export const useWidget = (name: string | undefined): Widget | undefined =>
  useContext(WidgetsContext).get(name ?? '')
