import { useMemo } from 'react'
import { compileReport } from '#runtime/compile/report/report.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { ReportView } from './ReportView.tsx'
import { useReportEnv } from './useReportEnv.ts'

/** A report drawn from its document. */
export function ReportScreen({ document }: { document: ReportDocument }) {
  const env = useReportEnv()
  const plan = useMemo(() => compileReport(document, env), [document, env])
  return (
    <Dictionaries codes={plan.needs}>
      <ReportView plan={plan} source={document} />
    </Dictionaries>
  )
}
