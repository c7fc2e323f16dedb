import { useContext } from 'react'
import { PanelContext } from './useBlock.ts'

/** The value of the panel's filter that clicks on a block fill in. */
export interface Selection {
  /** The chosen value; '' without one. */
  value: string
  /** Chooses a value; the chosen one is given up. */
  toggle(value: unknown): void
}

/** The selection of a block; undefined for a block that fills in no filter. */
export function useSelection(key: string | undefined): Selection | undefined {
  const { params, select } = useContext(PanelContext)
  if (key === undefined || !select) return undefined
  const value = params?.[key] ?? ''
  return {
    value,
    toggle(chosen) {
      const text = String(chosen ?? '')
      select(key, text === value ? '' : text)
    },
  }
}
