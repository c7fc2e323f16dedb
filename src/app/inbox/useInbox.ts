import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A waiting record, as the address names it: `stock/in-bill:17`. */
export interface WaitingKey {
  screen: string
  id: string
}

/** What one source of the inbox lists. */
export interface SourceState {
  ids: readonly string[]
  total: number
  /** It could not be read: nobody knows whether records wait. */
  isFailed?: boolean
}

const PARAMETER = 'bill'
const formatKey = ({ screen, id }: WaitingKey): string => `${screen}:${id}`
const parseKey = (text: string | null): WaitingKey | null => {
  const at = text?.indexOf(':') ?? -1
  return text && at > 0 ? { screen: text.slice(0, at), id: text.slice(at + 1) } : null
}

const isOther =
  (left: WaitingKey | null) =>
  (entry: WaitingKey): boolean =>
    left === null || formatKey(entry) !== formatKey(left)

/** The waiting records of all sources in their order, and the one that is open. */
export function useInbox(screens: readonly string[], opensFirst: boolean) {
  const [params, setParams] = useSearchParams()
  const [states, setStates] = useState<readonly (SourceState | undefined)[]>([])
  const report = useCallback((at: number, state: SourceState) => {
    setStates((before) => {
      const after = [...before]
      after[at] = state
      return after
    })
  }, [])
  const isKnown = screens.every((_, at) => states[at] !== undefined)
  const all = screens.flatMap((screen, at) => (states[at]?.ids ?? []).map((id) => ({ screen, id })))
  const named = parseKey(params.get(PARAMETER))
  // The first record stays open when the list changes: its user may be writing an opinion.
  const [first, setFirst] = useState<WaitingKey | null>(null)
  const [left, setLeft] = useState<WaitingKey | null>(null)
  const opening = named || !opensFirst || !isKnown ? null : (first ?? all.find(isOther(left)) ?? null)
  if (opening !== first) setFirst(opening)
  const current = named ?? opening
  const place = current ? all.findIndex((entry) => formatKey(entry) === formatKey(current)) : -1
  const open = (entry: WaitingKey | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (entry) after.set(PARAMETER, formatKey(entry))
        else after.delete(PARAMETER)
        return after
      },
      // The way back from a bill leads to the list, not through all bills before it.
      { replace: named !== null || opensFirst },
    )
  const step = (by: 1 | -1) => {
    const entry = place < 0 ? all[0] : all[place + by]
    if (entry) open(entry)
  }
  return {
    isKnown,
    isFailed: states.some((state) => state?.isFailed),
    total: states.reduce((sum, state) => sum + (state?.total ?? 0), 0),
    current,
    /** The place of the open record in the list, from 1; 0: it is not in the list. */
    place: place + 1,
    count: all.length,
    report,
    open,
    step,
    /** Opens the record after the open one, else the one before it, else none. */
    leave: () => {
      setFirst(null)
      setLeft(current)
      open((place < 0 ? undefined : (all[place + 1] ?? all[place - 1])) ?? null)
    },
  }
}
