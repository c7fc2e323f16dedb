import { useEffect, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { reportDesignApi, type SqlInspection } from './api.ts'

/** The statement is checked so long after the last change, in milliseconds. */
const CHECK_DELAY = 400

export interface SqlCheck {
  /** The text that was checked. */
  text: string
  inspection: SqlInspection
}

/** The faults of a statement, checked on the server shortly after each change; null until the first check. */
export function useSqlCheck(text: string): SqlCheck | null {
  const { http } = useRuntime()
  const [check, setCheck] = useState<SqlCheck | null>(null)
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(async () => {
      // Without an answer the last check stays; the release checks the statement again.
      const inspection =
        text.trim() === ''
          ? { faults: [], draft: null }
          : await reportDesignApi(http)
              .parse(text)
              .catch(() => null)
      if (!isGone && inspection) setCheck({ text, inspection })
    }, CHECK_DELAY)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [text, http])
  return check
}
