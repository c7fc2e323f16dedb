import { Button } from 'antd'
import { findErrorCode, findRefusalCode, NO_RECORD } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'

interface Props {
  error: unknown
  onRetry(): void
  onClose(): void
}

/** A record that does not exist, is not permitted, or failed to load: only the last can be retried. */
export function RecordFailure({ error, onRetry, onClose }: Props) {
  const back = <Button onClick={onClose}>返回列表</Button>
  if (findRefusalCode(error) === 'NO_ENTITY')
    return (
      <StateNote title={NO_RECORD} text="它可能已被删除，或者不在您可以查看的范围内。">
        {back}
      </StateNote>
    )
  if (findErrorCode(error) === 'FORBIDDEN' || findErrorCode(error) === 'NO_DATA_PERMISSION')
    return (
      <StateNote title="没有查看这条记录的权限" text="需要时请联系管理员授权。">
        {back}
      </StateNote>
    )
  return <LoadFailure error={error} onRetry={onRetry} />
}
