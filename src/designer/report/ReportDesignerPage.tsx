import { useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#app/runtime.tsx'
import { ReportEditor } from './ReportEditor.tsx'
import { ReportList } from './ReportList.tsx'
import '#runtime/ui/workspace.css'
import '../designer.css'
import './report-designer.css'

/** The parameter of the address that names the report in the designer. */
const parameter = 'design'

/** The designer of reports: all of them, or one by its address. */
export default function ReportDesignerPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get(parameter)
  const open = (other: string) => setParams({ [parameter]: other })
  return (
    <AppRuntime>
      {id ? (
        <ReportEditor key={id} id={id} onClose={() => setParams({})} onOpen={open} />
      ) : (
        <ReportList onOpen={open} />
      )}
    </AppRuntime>
  )
}
