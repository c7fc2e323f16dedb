import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Select, Tag } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useId, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import type { Design } from '../draft/useDesign.ts'
import { useDesigned } from '../useDesigned.ts'
import { reviewStates } from './review-states.ts'
import './review.css'

interface Props {
  design: Design
  onClose(): void
}

/** Sends the draft to a person who may release it, with the reviews that there were. */
export function RequestReview({ design, onClose }: Props) {
  const { api, id } = design.session
  const { notify } = useServices()
  const { openReview } = useDesigned()
  const client = useQueryClient()
  const prefix = useId()
  const [reviewerId, setReviewer] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const people = useQuery({
    queryKey: ['design reviewers'],
    queryFn: ({ signal }) => api.reviewers(signal),
    staleTime: 0,
  })
  const former = useQuery({
    queryKey: ['design reviews', id],
    queryFn: ({ signal }) => api.reviews(id, signal),
    staleTime: 0,
  })
  const send = async () => {
    setBusy(true)
    setFailure('')
    try {
      // The review is of the draft as the server has it.
      await design.session.saveNow()
      const { draft } = await api.source(id)
      const { message } = await api.requestReview(id, {
        reviewerId: reviewerId ?? '',
        note: note.trim(),
        previous: draft?.version ?? '',
      })
      notify('success', message)
      void client.invalidateQueries({ queryKey: ['design reviews', id] })
      onClose()
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  const error = people.error ?? former.error
  return (
    <Modal
      open
      title="请人审核"
      okText="送审"
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: reviewerId === null || !design.isChanged }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="view-design-release">
        {(failure || error) && <Alert type="error" showIcon message={failure || errorMessage(error)} />}
        {!design.isChanged && <Alert type="info" showIcon message="草稿与现在用的相同，没有要审的" />}
        {former.data?.isRequired && <p>发布前要有另一个人同意现在的草稿；同意以后又改过的要重新审。</p>}
        <div className="view-design-new">
          <label htmlFor={`${prefix}reviewer`}>请谁审</label>
          <Select
            id={`${prefix}reviewer`}
            showSearch
            optionFilterProp="label"
            placeholder="有发布权限的人"
            notFoundContent="没有别人有发布的权限，请在角色里授权"
            value={reviewerId}
            options={people.data?.map((person) => ({
              value: person.id,
              label: `${person.realname}（${person.username}）`,
            }))}
            onChange={setReviewer}
          />
          <label htmlFor={`${prefix}note`}>说明</label>
          <TextArea
            id={`${prefix}note`}
            placeholder="改了什么，请他看哪里（可不填）"
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        {former.data && former.data.reviews.length > 0 && (
          <>
            <h3>以前的审核</h3>
            <ul className="view-design-revisions">
              {former.data.reviews.map((review) => (
                <li key={review.id}>
                  <div>
                    <b>{review.reviewer}</b>
                    <span>{review.createTime.slice(0, 16)}</span>
                    <Tag color={reviewStates[review.state].color}>{reviewStates[review.state].text}</Tag>
                    <span className="pro-gap" />
                    <Button type="link" size="small" onClick={() => openReview(review.id)}>
                      看意见
                    </Button>
                  </div>
                  {review.answer && <p>{review.answer}</p>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  )
}
