import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { type DocumentAnswer, indexQuery } from '#runtime/data/documents.ts'
import { useDocument } from '#runtime/data/hooks.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { DocumentForm, type DocumentFormProps } from '../form/document/DocumentForm.tsx'

/**
 * The form document of that id over the current page, or at its own address if it is a page of the menu. If it cannot be
 * loaded, the failure is shown and nothing opens.
 */
export function OpenedForm({ id, ...props }: Omit<DocumentFormProps, 'document' | 'whole'> & { id: string }) {
  const { http, notify } = useServices()
  const navigate = useNavigate()
  const { params, onClose } = props
  const { data, error } = useDocument(http, id)
  const found = data?.document as DocumentAnswer['document'] | undefined
  const document = asDocumentWith(found, 'submitsForm') ?? null
  const fault = error && !data ? textToShow(error) : data && !document ? `没有表单「${id}」` : undefined
  useEffect(() => {
    if (fault === undefined) return
    if (fault) notify('warning', fault)
    onClose()
  }, [fault, notify, onClose])
  const index = useQuery(indexQuery(http))
  const isPage = document?.open === 'page'
  const path = isPage ? index.data?.find((entry) => entry.id === id)?.path : undefined
  useEffect(() => {
    if (path === undefined) return
    const query = Object.entries(params).map(([name, value]) => [name, String(value ?? '')])
    void navigate(`${path}?${new URLSearchParams(query)}`)
    onClose()
  }, [path, params, navigate, onClose])
  const isDialog = !isPage || (!index.isPending && path === undefined)
  return document && isDialog && <DocumentForm document={document} {...props} />
}
