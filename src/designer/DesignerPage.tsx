import { DesignPage } from './DesignPage.tsx'
import { useDesigned } from './useDesigned.ts'
import '#runtime/ui/layout/workspace.css'
import './designer.css'

/** The designer of the document that the address names, in the place of the list from which it was opened. */
export default function DesignerPage() {
  const { id, open, close } = useDesigned()
  return id && <DesignPage key={id} id={id} onClose={close} onOpen={open} />
}
