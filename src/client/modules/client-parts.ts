import { type ComponentType, createContext, useContext } from 'react'
import type { Widgets } from '#runtime/contract/widgets.ts'
import type { Extensions } from '#runtime/services/extensions.ts'

/** What the modules of the application add to menus and documents, by name; `src/app` composes it. */
export interface ClientParts extends Extensions {
  pages: ReadonlyMap<string, ComponentType>
  widgets: Widgets
}

const ClientPartsContext = createContext<ClientParts>({ pages: new Map(), widgets: new Map() })

export const ClientPartsProvider = ClientPartsContext.Provider
export const useClientParts = (): ClientParts => useContext(ClientPartsContext)
