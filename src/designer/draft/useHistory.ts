import { useCallback, useState } from 'react'

/** Changes under one label within this time, in milliseconds, are one step of undo. */
const SAME_STEP_TIME = 1000
const MAX_STEPS = 200

interface Steps<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The label and time of the last change. */
  last: { label: string; time: number } | null
}

/**
 * A value with undo and redo, which starts after a change to `present`. Typing into one setting is one step: its changes
 * have one label.
 */
export function useHistory<T>(first: T, present = first) {
  const [steps, setSteps] = useState<Steps<T>>({
    past: present === first ? [] : [first],
    present,
    future: [],
    last: null,
  })
  const change = useCallback((next: T, label: string) => {
    const time = Date.now()
    setSteps((old) => {
      if (next === old.present) return old
      const isSameStep =
        old.last !== null && old.last.label === label && time - old.last.time < SAME_STEP_TIME
      const past = isSameStep ? old.past : [...old.past, old.present].slice(-MAX_STEPS)
      return { past, present: next, future: [], last: { label, time } }
    })
  }, [])
  const undo = useCallback(
    () =>
      setSteps((old) => {
        const present = old.past.at(-1)
        if (present === undefined) return old
        return { past: old.past.slice(0, -1), present, future: [old.present, ...old.future], last: null }
      }),
    [],
  )
  const redo = useCallback(
    () =>
      setSteps((old) => {
        const [present, ...future] = old.future
        if (present === undefined) return old
        return { past: [...old.past, old.present], present, future, last: null }
      }),
    [],
  )
  const { past, future } = steps
  return { present: steps.present, change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}
