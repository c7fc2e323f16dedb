import { Designer } from '../Designer.tsx'
import { ReportList } from './ReportList.tsx'
import './report-designer.css'

/** The designer at the address of the report list. */
export default function ReportDesignerPage() {
  return <Designer>{(open) => <ReportList onOpen={open} />}</Designer>
}
