import { useParams } from 'react-router-dom'
import { AutoReport } from '../../../runtime/screens/report/AutoReport.tsx'
import { AppRuntime } from '../runtime.tsx'

/** The report that a menu entry, or the address where the entry says `:code`, names by its short name. */
export default function ReportPage({ code }: { code: string }) {
  const params = useParams()
  const name = code.startsWith(':') ? (params[code.slice(1)] ?? '') : code
  return (
    <AppRuntime>
      <div className="pro-page">
        <AutoReport key={name} code={name} />
      </div>
    </AppRuntime>
  )
}
