import { useEffect, useRef, useState } from 'react'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import { type Comment, useComments } from './useComments.ts'
import './comments.css'

interface Props {
  screen: ScreenDocument
  id: string
}

/** What users wrote about a record, oldest first, and the place to write. */
export function Comments({ screen, id }: Props) {
  const { query, reload } = useComments(screen, id)
  const { http, notify } = useServices()
  const [answered, setAnswered] = useState<Comment | null>(null)
  const remove = async (comment: Comment) => {
    try {
      await http.send('DELETE', '/sys/comment/deleteOne', undefined, { params: { id: comment.id } })
      if (answered?.id === comment.id) setAnswered(null)
    } catch (error) {
      const text = noticeText(error)
      if (text) notify('error', text)
    }
    await reload()
  }
  return (
    <div className="pro-comments">
      <Answered query={query} failure="没有读到评论">
        {({ records, total }) => (
          <CommentList
            comments={records}
            hidden={total - records.length}
            onAnswer={setAnswered}
            onRemove={(comment) => void remove(comment)}
          />
        )}
      </Answered>
      <CommentComposer
        key={`${screen.id}:${id}`}
        screen={screen}
        id={id}
        answered={answered}
        onAnswered={() => setAnswered(null)}
        onSent={reload}
      />
    </div>
  )
}

interface ListProps {
  comments: readonly Comment[]
  /** The number of older ones. */
  hidden: number
  onAnswer(comment: Comment): void
  onRemove(comment: Comment): void
}

function CommentList({ comments, hidden, ...actions }: ListProps) {
  const end = useRef<HTMLLIElement>(null)
  const last = comments.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest comment is shown when it arrives
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [last])
  if (comments.length === 0)
    return <StateNote leaf title="还没有评论" text="写下要说的话；输入 @ 可以提到同事，对方会收到通知" />
  return (
    <>
      {hidden > 0 && (
        <p className="pro-comments-more">
          只列最近的 {comments.length} 条，更早的 {hidden} 条没有列出
        </p>
      )}
      <ul className="pro-comment-list" aria-label="评论">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            ref={comment.id === last ? end : undefined}
            comment={comment}
            original={comments.find(({ id }) => id === comment.commentId)}
            {...actions}
          />
        ))}
      </ul>
    </>
  )
}
