import { type ReactNode, useMemo } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { RuntimeProvider, useRuntime } from './context.tsx'

interface Props {
  /** Dictionary codes; keep the identity of the list while its content is the same. */
  codes: readonly string[]
  /** Shown instead of an empty sheet while they load. */
  waiting?: ReactNode
  children: ReactNode
}

/** Renders its children once the texts of their dictionaries are loaded. */
export function Dictionaries({ codes, waiting, children }: Props) {
  const runtime = useRuntime()
  const { lookup, isLoading } = useLookup(runtime.http, codes)
  const value = useMemo(() => ({ ...runtime, lookup }), [runtime, lookup])
  if (isLoading) return waiting === undefined ? <div className="pro-sheet" aria-busy="true" /> : waiting
  return <RuntimeProvider value={value}>{children}</RuntimeProvider>
}
