import { useMemo } from 'react'
import type { ReportEnv } from '#runtime/compile/report/report.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { computeDefault } from '#runtime/record/formulas/defaults.ts'
import { envScope } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The user environment of the report compiler; today is the day on which the report was opened. */
export function useReportEnv(): ReportEnv {
  const types = useFieldTypes()
  const { can, user } = useServices()
  return useMemo(() => {
    const scope = envScope({ user: { ...user }, now: new Date(), mode: 'add' })
    return { types, can, computeDefault: (field) => computeDefault(field, scope) }
  }, [types, can, user])
}
