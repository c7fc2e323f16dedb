import { Button, Tag } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
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
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
      setWriting(false)
      onChange()
    } catch (error) {
      notify('error', errorMessage(error))
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
            <Answer label={`回复${thread.author}`} onSay={(text) => say(text, thread.id)} />
          )}
        </div>
      ))}
      {isWriting && <Answer label={`对${title}的意见`} isOpen onSay={(text) => say(text)} />}
    </li>
  )
}

interface AnswerProps {
  label: string
  isOpen?: boolean
  onSay(text: string): Promise<void>
}

function Answer({ label, isOpen = false, onSay }: AnswerProps) {
  const [text, setText] = useState('')
  const [isWriting, setWriting] = useState(isOpen)
  if (!isWriting)
    return (
      <Button type="link" size="small" onClick={() => setWriting(true)}>
        回复
      </Button>
    )
  const send = async () => {
    await onSay(text.trim())
    setText('')
    setWriting(isOpen)
  }
  return (
    <div className="view-review-write">
      <TextArea
        aria-label={label}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="small" disabled={text.trim() === ''} onClick={() => void send()}>
        发出
      </Button>
    </div>
  )
}
