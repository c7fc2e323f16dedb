import { createContext, useContext } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { FieldPath } from '../document-edit.ts'

/** Where the expressions of a panel are evaluated: in a record of the document, at one of its fields. */
export interface ExpressionPlace {
  document: JsonObject
  /** The field whose settings are open; empty for the settings of the document. */
  path: FieldPath
  /** The id under which the screen is served: expressions are tried on its records; null: on none. */
  servedId: string | null
}

const PlaceContext = createContext<ExpressionPlace | null>(null)
export const ExpressionPlaceProvider = PlaceContext.Provider
export const useExpressionPlace = (): ExpressionPlace | null => useContext(PlaceContext)
