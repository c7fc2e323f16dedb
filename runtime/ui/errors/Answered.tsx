import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextSkeleton } from '../state/TextSkeleton.tsx'
import { LoadFailure } from './LoadFailure.tsx'

export interface AnsweredProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The title of the failure. */
  failure: string
  children(data: T): ReactNode
}

/** What a query answers; before that grey lines, or its failure. */
export function Answered<T>({ query, failure, children }: AnsweredProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadFailure title={failure} error={query.error} onRetry={query.refetch} />
  return <TextSkeleton rows={5} />
}
