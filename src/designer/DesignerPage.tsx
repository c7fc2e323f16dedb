import { useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#app/runtime.tsx'
import { DesignPage } from './DesignPage.tsx'
import { DocumentList } from './DocumentList.tsx'
import '#runtime/ui/workspace.css'
import './designer.css'

/** The parameter of the address that names the document in the designer. */
const parameter = 'design'

interface Props {
  /** Lists the views of other screens only. */
  isViewList?: boolean
}

/** The online designer: all documents, or one of them by its address. */
export default function DesignerPage({ isViewList = false }: Props) {
  const [params, setParams] = useSearchParams()
  const id = params.get(parameter)
  const open = (other: string) => setParams({ [parameter]: other })
  return (
    <AppRuntime>
      {id ? (
        <DesignPage key={id} id={id} onClose={() => setParams({})} onOpen={open} />
      ) : (
        <DocumentList isViewList={isViewList} onOpen={open} />
      )}
    </AppRuntime>
  )
}
