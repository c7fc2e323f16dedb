import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { type DesignedSource, designApi } from '../api.ts'

interface Props {
  id: string
  onClose(): void
  children(source: DesignedSource): ReactNode
}

/** A dialog over the list that needs the whole document, which is read when it opens. */
export function SourceDialog({ id, onClose, children }: Props) {
  const { http, notify } = useRuntime()
  const { data, error } = useQuery({
    queryKey: ['design', id],
    queryFn: ({ signal }) => designApi(http).source(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (!error) return
    notify('warning', errorMessage(error))
    onClose()
  }, [error, notify, onClose])
  return data ? children(data) : null
}
