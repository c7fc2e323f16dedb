import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { type ScreenSamples, templateApi } from './template-api.ts'

const sumUp = (samples: readonly ScreenSamples[], key: 'count' | 'edited'): number =>
  samples.reduce((sum, entry) => sum + entry[key], 0)

interface Props {
  /** A document of the template. */
  id: string
  onClose(): void
}

/** Removes the sample records that came with a template; those that somebody has changed only when asked to. */
export function RemoveSamples({ id, onClose }: Props) {
  const { http, notify } = useServices()
  const api = templateApi(http)
  const { data, error } = useQuery({
    queryKey: ['design samples', id],
    queryFn: ({ signal }) => api.samples(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const [withEdited, setEdited] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const edited = data ? sumUp(data, 'edited') : 0
  const count = data ? sumUp(data, 'count') - (withEdited ? 0 : edited) : 0
  const remove = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { message } = await api.removeSamples(id, withEdited)
      notify('success', message)
      onClose()
    } catch (reason) {
      setFailure(errorMessage(reason))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title="删除示例数据"
      okText={`删除 ${count} 条`}
      cancelText="取消"
      okButtonProps={{ danger: true, loading: isBusy, disabled: count === 0 }}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {(failure || error) && <Alert type="error" showIcon message={failure || errorMessage(error)} />}
        {!data && !error && <TextSkeleton rows={3} />}
        {data?.length === 0 && <p>随模板装入的示例数据已经没有了。</p>}
        {data && data.length > 0 && (
          <>
            <p>删除随模板装入的记录，自己新增的不动：</p>
            <ul className="view-design-changes">
              {data.map((entry) => (
                <li key={entry.id}>
                  {entry.title} {entry.count} 条{entry.edited > 0 && `，其中 ${entry.edited} 条有人改过`}
                </li>
              ))}
            </ul>
            {edited > 0 && (
              <Checkbox checked={withEdited} onChange={({ target }) => setEdited(target.checked)}>
                改过的 {edited} 条也删除（不勾就留着）
              </Checkbox>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
