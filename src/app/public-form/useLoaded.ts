import { useCallback, useEffect, useState } from 'react'
import { buildFieldError, type FieldErrorState } from '../sign-in/fields/field-error.ts'
import { findReason } from '../sign-in/reasons.ts'

/** What a page reads from the server when it opens. */
interface Loaded<T> {
  /** Null until it is there; a later load leaves it until its answer has come. */
  value: T | null
  failure: FieldErrorState | null
  load(): void
}

/** Reads a value when the page opens, and again by `load`; a function that stays the same reads it. */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null)
  const [failure, setFailure] = useState<FieldErrorState | null>(null)
  const load = useCallback(() => {
    setFailure(null)
    read().then(setValue, (error: unknown) =>
      setFailure(
        findReason(error) === null ? { text: '网络不通，请检查连接后重试。' } : buildFieldError(error),
      ),
    )
  }, [read])
  useEffect(load, [load])
  return { value, failure, load }
}
