import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/TextSkeleton.tsx'
import { FormChrome } from './FormChrome.tsx'

interface Props<T> {
  open?: 'drawer' | 'modal'
  width: number
  title: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** The title of the failure. */
  failure: string
  /** Buttons behind 关闭. */
  buttons?: ReactNode
  onClose(): void
  children(data: T): ReactNode
}

/** What a query answers, in a drawer or a dialog over the page that only shows it. */
export function AnswerFrame<T>({ open = 'drawer', width, title, query, failure, ...more }: Props<T>) {
  const { buttons, onClose, children } = more
  return (
    <FormChrome
      open={open}
      width={width}
      title={title}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>关闭</Button>
          {buttons}
        </div>
      }
    >
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error ? (
        <LoadFailure title={failure} error={query.error} onRetry={query.refetch} />
      ) : (
        <TextSkeleton rows={5} />
      )}
    </FormChrome>
  )
}
