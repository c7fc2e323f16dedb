import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { designApi } from '../api.ts'
import { RenameSteps } from '../draft/RenameSteps.tsx'
import { Preview } from '../preview/Preview.tsx'
import { ReviewDecision } from './ReviewDecision.tsx'
import { ReviewPart } from './ReviewPart.tsx'
import { reviewStates } from './review-states.ts'
import './review.css'

interface Props {
  /** The id of the review. */
  id: string
  onClose(): void
  /** Opens the designer of the document. */
  onDesign(): void
}

/** A draft as it was sent for review: what changed, both pictures, the comments at its parts, and the decision. */
export function ReviewPage({ id, onClose, onDesign }: Props) {
  const { http } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['design review', id],
    queryFn: ({ signal }) => designApi(http).review(id, signal),
    staleTime: 0,
  })
  // A later read that fails leaves the page, with what is being written in it.
  if (error && !data)
    return (
      <div className="pro-sheet">
        <LoadFailure title="审核没有加载出来" error={error} onRetry={refetch}>
          <Button onClick={onClose}>回到列表</Button>
        </LoadFailure>
      </div>
    )
  if (!data)
    return (
      <div className="pro-sheet view-design-loading" aria-busy="true">
        <TextSkeleton rows={8} />
      </div>
    )
  const isAt = (path: readonly string[]) => (comment: { path: readonly string[] }) =>
    comment.path.join('/') === path.join('/')
  const paths = data.changes.map(({ path }) => path.join('/'))
  const others = data.comments.filter(
    ({ path, threadId }) => threadId === null && path.length > 0 && !paths.includes(path.join('/')),
  )
  const subject = data.operation === null ? '草稿在送审以后又改过或已经发布' : '文档在送审以后又改过'
  const reload = () => void refetch()
  return (
    <div className="view-design">
      <header className="view-design-head">
        <Button type="link" onClick={onClose}>
          全部文档
        </Button>
        <b>{String(data.body.title ?? data.documentId)}</b>
        <code>{data.documentId}</code>
        <Tag color={reviewStates[data.state].color}>{reviewStates[data.state].text}</Tag>
        <span>
          {data.author}请{data.reviewer}审核
        </span>
        <span className="pro-gap" />
        {data.isAuthor && <Button onClick={onDesign}>回到设计</Button>}
      </header>
      <div className="view-review">
        <section aria-label="更改">
          {data.isChanged && data.state !== 'returned' && (
            <Alert
              type="warning"
              showIcon
              message={
                data.isAuthor ? `${subject}，要重新请人审核` : `${subject}，请让${data.author}重新送审`
              }
            />
          )}
          {data.note && <p>{data.note}</p>}
          {data.answer && (
            <p>
              {data.reviewer}：{data.answer}
            </p>
          )}
          <h3>
            {data.operation ??
              (data.base ? `${data.changes.length + data.renames.length} 处更改` : '新的文档')}
          </h3>
          <RenameSteps renames={data.renames} />
          <ul className="view-review-parts">
            {data.changes.map(({ path, text }) => (
              <ReviewPart
                key={`${path.join('/')} ${text}`}
                review={id}
                path={path}
                title={text}
                comments={data.comments.filter(isAt(path))}
                onChange={reload}
              />
            ))}
            <ReviewPart
              review={id}
              path={[]}
              title="整份文档"
              comments={data.comments.filter(isAt([]))}
              onChange={reload}
            />
          </ul>
          {others.length > 0 && (
            <>
              <h3>别处的意见</h3>
              <ul className="view-review-parts">
                {others.map(({ id: comment, path, part }) => (
                  <ReviewPart
                    key={comment}
                    review={id}
                    path={path}
                    title={part}
                    comments={data.comments.filter(isAt(path))}
                    onChange={reload}
                  />
                ))}
              </ul>
            </>
          )}
          {!data.isAuthor && data.state === 'open' && (
            <ReviewDecision review={id} canApprove={!data.isChanged} onChange={reload} />
          )}
        </section>
        <section className="view-review-drawn" aria-label="画面">
          {data.base && (
            <>
              <h3>现在用的</h3>
              <Preview document={data.base} servedId={null} view="form" />
            </>
          )}
          {data.operation === null && (
            <>
              <h3>改成</h3>
              <Preview document={data.body} servedId={null} view="form" />
            </>
          )}
        </section>
      </div>
    </div>
  )
}
