import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Select, Tag } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { type ReactNode, useId, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { designApi } from '../api.ts'
import { useDesigned } from '../useDesigned.ts'
import { reviewStates } from './review-states.ts'
import './review.css'

interface Props {
  /** The id of the document. */
  id: string
  /** What the approval is of, where the installation demands one. */
  rule: string
  children?: ReactNode
  isDisabled?: boolean
  /** Sends what is reviewed to this person; returns the message of the server. */
  onSend(request: { reviewerId: string; note: string }): Promise<{ message: string }>
  onClose(): void
}

/** Asks for a person who may release documents, and lists the reviews that there were. */
export function ReviewerDialog({ id, rule, children, isDisabled = false, onSend, onClose }: Props) {
  const { http, notify } = useServices()
  const api = designApi(http)
  const { openReview } = useDesigned()
  const client = useQueryClient()
  const prefix = useId()
  const [reviewerId, setReviewer] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { closing } = useDiscardGuard(note.trim() !== '', onClose, isBusy)
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
      const { message } = await onSend({ reviewerId: reviewerId ?? '', note: note.trim() })
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
      okButtonProps={{ loading: isBusy, disabled: reviewerId === null || isDisabled }}
      onOk={() => void send()}
      {...closing}
    >
      <div className="view-design-release">
        {(failure || error) && <Alert type="error" showIcon message={failure || errorMessage(error)} />}
        {children}
        {former.data?.isRequired && <p>{rule}</p>}
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
                  {review.operation && <p>{review.operation}</p>}
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
