import { Button, Tag } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { designApi, type ReviewComment } from '../api.ts'

interface Props {
  review: string
  path: string[]
  title: string
  /** The comments at this part. */
  comments: readonly ReviewComment[]
  onChange(): void
}

/** A part of a draft with its threads; a thread may be answered, and marked as resolved. */
export function ReviewPart({ review, path, title, comments, onChange }: Props) {
  const { http, notify } = useServices()
  const [isWriting, setWriting] = useState(false)
  const threads = comments.filter(({ threadId }) => threadId === null)
  /** Whether the work was done; a failure is shown. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      onChange()
      return true
    } catch (error) {
      notify('error', errorMessage(error))
      return false
    }
  }
  const say = (text: string, threadId?: string) =>
    run(() => designApi(http).comment(review, { path, text, ...(threadId !== undefined && { threadId }) }))
  return (
    <li>
      <div>
        <span>{title}</span>
        {threads.some(({ isGone }) => isGone) && <Tag>已不在</Tag>}
        <span className="pro-gap" />
        <Button
          type="link"
          size="small"
          aria-label={`对${title}写意见`}
          onClick={() => setWriting(!isWriting)}
        >
          写意见
        </Button>
      </div>
      {threads.map((thread) => (
        <div key={thread.id} className="view-review-thread" data-resolved={thread.resolved || undefined}>
          {[thread, ...comments.filter(({ threadId }) => threadId === thread.id)].map((comment) => (
            <p key={comment.id}>
              <b>{comment.author}</b> <small>{comment.createTime.slice(0, 16)}</small>
              <br />
              {comment.text}
            </p>
          ))}
          <Button
            type="link"
            size="small"
            onClick={() =>
              void run(() => designApi(http).resolveComment(review, thread.id, !thread.resolved))
            }
          >
            {thread.resolved ? '重新打开' : '标为解决'}
          </Button>
          {!thread.resolved && (
            <Answer label={`回复${thread.author}`} onSend={(text) => say(text, thread.id)} />
          )}
        </div>
      ))}
      {isWriting && (
        <CommentBox
          label={`对${title}的意见`}
          onSend={(text) => say(text)}
          onClose={() => setWriting(false)}
        />
      )}
    </li>
  )
}

interface AnswerProps {
  label: string
  /** Whether the text was sent. */
  onSend(text: string): Promise<boolean>
}

function Answer({ label, onSend }: AnswerProps) {
  const [isWriting, setWriting] = useState(false)
  if (isWriting) return <CommentBox label={label} onSend={onSend} onClose={() => setWriting(false)} />
  return (
    <Button type="link" size="small" onClick={() => setWriting(true)}>
      回复
    </Button>
  )
}

/** A text that stays until it was sent. */
function CommentBox({ label, onSend, onClose }: AnswerProps & { onClose(): void }) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  useUnsaved(() => text.trim() !== '', onClose)
  const send = async () => {
    setSending(true)
    if (await onSend(text.trim())) onClose()
    setSending(false)
  }
  return (
    <div className="view-review-write">
      <TextArea
        aria-label={label}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={text}
        readOnly={isSending}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="small" loading={isSending} disabled={text.trim() === ''} onClick={() => void send()}>
        发出
      </Button>
    </div>
  )
}
