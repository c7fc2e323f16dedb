import { type ComponentType, createContext, useContext } from 'react'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

export interface RelatedRecordsProps {
  screen: ScreenDocument
  /** The stored record that the other records refer to. */
  record: Values
}

const RelatedRecordsContext = createContext<ComponentType<RelatedRecordsProps> | null>(null)
/** Set around every screen: lists the records of other screens below a form; forms cannot import lists, which open forms. */
export const RelatedRecordsProvider = RelatedRecordsContext.Provider
export const useRelatedRecords = (): ComponentType<RelatedRecordsProps> | null =>
  useContext(RelatedRecordsContext)
