import { useMemo } from 'react'
import type { ReportEnv } from '#runtime/compile/report/report.ts'
import { useRuntime } from '#runtime/contract/context.tsx'
import { defaultOf } from '#runtime/record/formulas/defaults.ts'
import { headScope } from '#runtime/record/scope.ts'

/** The user environment of the report compiler; today is the day on which the report was opened. */
export function useReportEnv(): ReportEnv {
  const { types, can, user } = useRuntime()
  return useMemo(() => {
    const scope = headScope({}, { user: { ...user }, now: new Date(), mode: 'add' })
    return { types, can, defaultOf: (field) => defaultOf(field, scope) }
  }, [types, can, user])
}
