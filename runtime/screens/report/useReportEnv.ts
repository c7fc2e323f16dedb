import { useMemo } from 'react'
import type { ReportEnv } from '../../compile/report.ts'
import { useRuntime } from '../../fields/context.tsx'
import { defaultOf } from '../../record/defaults.ts'
import { headScope } from '../../record/scope.ts'

/** What a report's compiler is told about whoever looks at it; today is the day it was opened. */
export function useReportEnv(): ReportEnv {
  const { types, can, user } = useRuntime()
  return useMemo(() => {
    const scope = headScope({}, { user: { ...user }, now: new Date(), mode: 'add' })
    return { types, can, defaultOf: (field) => defaultOf(field, scope) }
  }, [types, can, user])
}
