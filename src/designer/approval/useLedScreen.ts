import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'

/** The screen whose records a workflow leads. */
export interface LedScreen {
  /** Undefined while it is loading, and where it cannot be read. */
  screen: ScreenDocument | undefined
  isLoading: boolean
  error: Error | null
  reload(): void
}

export function useLedScreen(id: unknown): LedScreen {
  const { loadScreen } = useDocumentLoader()
  const isNamed = typeof id === 'string' && id !== ''
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['designed workflow', id],
    queryFn: () => loadScreen(String(id)),
    enabled: isNamed,
    retry: false,
  })
  const screen = useMemo(() => asDocumentWith(data, 'hasTable'), [data])
  return useMemo(
    () => ({ screen, isLoading: isNamed && isPending, error, reload: () => void refetch() }),
    [screen, isNamed, isPending, error, refetch],
  )
}
