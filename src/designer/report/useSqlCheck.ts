import { useEffect, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { reportDesignApi, type SqlInspection } from '../report-api.ts'

/** The statement is checked so long after the last change, in milliseconds. */
const CHECK_DELAY_MS = 400

export interface SqlCheck {
  /** The text that was checked. */
  text: string
  dataSource: string | undefined
  inspection: SqlInspection
}

/** The faults of a statement, checked on the server shortly after each change; null until the first check. */
export function useSqlCheck(text: string, dataSource: string | undefined): SqlCheck | null {
  const { http } = useServices()
  const [check, setCheck] = useState<SqlCheck | null>(null)
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(async () => {
      // Without an answer the last check stays; the release checks the statement again.
      const inspection =
        text.trim() === ''
          ? { faults: [], draft: null }
          : await reportDesignApi(http)
              .parse(text, dataSource)
              .catch((error: unknown): SqlInspection | null =>
                findErrorCode(error) !== 'BUSINESS'
                  ? null
                  : { faults: [{ text: errorMessage(error), place: null }], draft: null },
              )
      if (!isGone && inspection) setCheck({ text, dataSource, inspection })
    }, CHECK_DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [text, dataSource, http])
  return check
}
