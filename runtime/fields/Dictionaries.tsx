import { type ReactNode, useMemo } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { RuntimeProvider, useRuntime } from './context.tsx'

interface Props {
  /** Keep the identity of the list as long as it says the same. */
  codes: readonly string[]
  /** Instead of an empty sheet while they load. */
  waiting?: ReactNode
  children: ReactNode
}

/** What is drawn inside finds the texts of its dictionaries loaded. */
export function Dictionaries({ codes, waiting, children }: Props) {
  const runtime = useRuntime()
  const { lookup, isLoading } = useLookup(runtime.http, codes)
  const value = useMemo(() => ({ ...runtime, lookup }), [runtime, lookup])
  if (isLoading) return waiting === undefined ? <div className="pro-sheet" aria-busy="true" /> : waiting
  return <RuntimeProvider value={value}>{children}</RuntimeProvider>
}
