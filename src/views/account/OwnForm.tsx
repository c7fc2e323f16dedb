import { useDocument } from '#runtime/data/hooks.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'

interface Props {
  id: string
  onDone?(result: unknown): void
}

const nothing = {}
const stay = () => undefined

/** A form document as a page of settings: it stays open after it was saved. */
export function OwnForm({ id, onDone }: Props) {
  const { http } = useServices()
  const { data, error, refetch } = useDocument(http, id)
  const form = asDocumentWith(data?.document, 'submitsForm')
  if (form)
    return (
      <DocumentForm document={form} params={nothing} whole closable={false} onDone={onDone} onClose={stay} />
    )
  if (!data && !error) return <div className="pro-form-page" aria-busy="true" />
  return (
    <div className="pro-form-page">
      <LoadFailure
        title="设置没有加载出来"
        error={error ?? new Error(`没有表单「${id}」`)}
        onRetry={refetch}
      />
    </div>
  )
}
