import { type ReactNode, useEffect } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import type { OpenedSource } from '../draft/unsent-draft.ts'
import { useOpenedSource } from '../source/useOpenedSource.ts'

interface Props {
  id: string
  onClose(): void
  children(source: OpenedSource): ReactNode
}

/** A dialog over the list that needs the whole document, which is read when it opens. */
export function SourceDialog({ id, onClose, children }: Props) {
  const { notify } = useServices()
  const { data, error } = useOpenedSource(id)
  useEffect(() => {
    if (!error) return
    notify('warning', errorMessage(error))
    onClose()
  }, [error, notify, onClose])
  return data ? children(data) : null
}
