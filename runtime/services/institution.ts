import { type ComponentType, createContext, useContext } from 'react'

/** Whose records are printed. Nothing by default. */
export interface Institution {
  /** Stands at the head of printed records and lists. */
  name?: string
  /** Draws the institution and the department of the user, as reports name their issuer; without it they name the user. */
  Issuer?: ComponentType
}

const InstitutionContext = createContext<Institution>({})
export const InstitutionProvider = InstitutionContext.Provider
export const useInstitution = (): Institution => useContext(InstitutionContext)
