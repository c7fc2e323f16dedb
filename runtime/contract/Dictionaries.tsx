import type { ReactNode } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { LookupProvider, useServices } from '#runtime/services/services.tsx'

interface Props {
  /** Dictionary codes; keep the identity of the list while its content is the same. */
  codes: readonly string[]
  /** Shown instead of an empty sheet while they load. */
  waiting?: ReactNode
  children: ReactNode
}

/** Renders its children once the texts of their dictionaries are loaded. */
export function Dictionaries({ codes, waiting, children }: Props) {
  const { http } = useServices()
  const { lookup, isLoading } = useLookup(http, codes)
  if (isLoading) return waiting === undefined ? <div className="pro-sheet" aria-busy="true" /> : waiting
  return <LookupProvider lookup={lookup}>{children}</LookupProvider>
}
