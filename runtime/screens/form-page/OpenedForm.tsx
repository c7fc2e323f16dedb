import { useEffect } from 'react'
import type { DocumentAnswer } from '../../data/documents.ts'
import { useDocument } from '../../data/hooks.ts'
import { useRuntime } from '../../fields/context.tsx'
import { textToShow } from '../parts/errors.ts'
import { DocumentForm, type DocumentFormProps } from './DocumentForm.tsx'

/** The form of that id over what is there now. One that cannot be had is said, and nothing opens. */
export function OpenedForm({ id, ...props }: Omit<DocumentFormProps, 'document' | 'whole'> & { id: string }) {
  const { http, notify } = useRuntime()
  const { onClose } = props
  const { data, error } = useDocument(http, id)
  const found = data?.document as DocumentAnswer['document'] | undefined
  const document = found?.kind === 'form' ? found : null
  const fault = error && !data ? textToShow(error) : data && !document ? `没有表单“${id}”` : undefined
  useEffect(() => {
    if (fault === undefined) return
    if (fault) notify('warning', fault)
    onClose()
  }, [fault, notify, onClose])
  return document && <DocumentForm document={document} {...props} />
}
