import { useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#app/runtime.tsx'
import { DesignPage } from './DesignPage.tsx'
import { DocumentList } from './DocumentList.tsx'
import './designer.css'

/** The parameter of the address that names the document in the designer. */
const parameter = 'design'

/** The online designer: all documents, or one of them by its address. */
export default function DesignerPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get(parameter)
  return (
    <AppRuntime>
      {id ? (
        <DesignPage key={id} id={id} onClose={() => setParams({})} />
      ) : (
        <DocumentList onOpen={(open) => setParams({ [parameter]: open })} />
      )}
    </AppRuntime>
  )
}
