import { Designer } from './Designer.tsx'
import { DocumentList } from './DocumentList.tsx'

interface Props {
  /** Lists the views of other screens only. */
  isViewList?: boolean
}

/** The online designer of all documents, at the address of the screen list or of the list of views. */
export default function DesignerPage({ isViewList = false }: Props) {
  return <Designer>{(open) => <DocumentList isViewList={isViewList} onOpen={open} />}</Designer>
}
