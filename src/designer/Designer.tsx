import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#app/runtime.tsx'
import { DesignPage } from './DesignPage.tsx'
import '#runtime/ui/workspace.css'
import './designer.css'

/** The parameter of the address that names the document in the designer. */
const parameter = 'design'

interface Props {
  /** The list from which documents are opened. */
  children(open: (id: string) => void): ReactNode
}

/** A list of documents, or the editor of the one that the address names. */
export function Designer({ children }: Props) {
  const [params, setParams] = useSearchParams()
  const id = params.get(parameter)
  const open = (other: string) => setParams({ [parameter]: other })
  return (
    <AppRuntime>
      {id ? <DesignPage key={id} id={id} onClose={() => setParams({})} onOpen={open} /> : children(open)}
    </AppRuntime>
  )
}
