import { useMemo } from 'react'
import { compileReport } from '../../compile/report.ts'
import type { ReportDocument } from '../../schema/types.ts'
import { Dictionaries } from '../parts/Dictionaries.tsx'
import { ReportView } from './ReportView.tsx'
import { useReportEnv } from './useReportEnv.ts'

/** A report drawn from its document. */
export function ReportScreen({ document }: { document: ReportDocument }) {
  const env = useReportEnv()
  const plan = useMemo(() => compileReport(document, env), [document, env])
  return (
    <Dictionaries needs={plan.needs}>
      <ReportView plan={plan} />
    </Dictionaries>
  )
}
