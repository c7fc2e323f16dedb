import { AutoReport } from '#runtime/screens/report/AutoReport.tsx'
import { AppRuntime } from '../../runtime.tsx'

/** The report of a short name. */
export default function ReportPage({ code }: { code: string }) {
  return (
    <AppRuntime>
      <div className="pro-page">
        <AutoReport key={code} code={code} />
      </div>
    </AppRuntime>
  )
}
