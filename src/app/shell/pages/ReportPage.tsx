import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import { AutoReport } from '#runtime/screens/report/AutoReport.tsx'

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
