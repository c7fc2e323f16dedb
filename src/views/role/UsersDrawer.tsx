import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'

interface Props {
  title: string
  width: number
  query: Pick<UseQueryResult, 'error' | 'data' | 'refetch'>
  onClose(): void
  /** The tools above the users. */
  tools?: ReactNode
  /** The users; not drawn while they could not be read. */
  children: ReactNode
}

/** The users of a role or a department in a drawer. */
export function UsersDrawer({ title, width, query, onClose, tools, children }: Props) {
  return (
    <FormChrome
      open="drawer"
      width={width}
      title={title}
      ready={null}
      onClose={onClose}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={onClose}>关闭</Button>
        </div>
      }
    >
      {tools}
      {query.error && query.data === undefined ? (
        <LoadFailure title="没有读到用户" error={query.error} onRetry={query.refetch} />
      ) : (
        children
      )}
    </FormChrome>
  )
}
