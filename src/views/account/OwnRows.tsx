import type { ReactNode } from 'react'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'

interface Props<T> {
  query: { data: T | undefined; error: unknown; refetch(): unknown }
  children(data: T): ReactNode
}

/** Draws the data of a query, or the reason for its absence. */
export function QueryState<T>({ query, children }: Props<T>) {
  const { data, error } = query
  const late = useDelayed(data === undefined && !error)
  if (data !== undefined) return children(data)
  if (!error) return late && <TextSkeleton rows={2} />
  return <LoadFailureLine text={errorMessage(error)} onRetry={query.refetch} />
}

interface RowProps {
  title: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** A setting with its title, note and buttons. */
export const OwnRow = ({ title, note, children }: RowProps) => (
  <li>
    <span>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </span>
    {children}
  </li>
)
