import { Button, Popconfirm } from 'antd'
import type { Ref } from 'react'
import { bytesText } from '#runtime/fields/kit/files/bytes-text.ts'
import { Thumbnail } from '#runtime/fields/kit/files/Thumbnail.tsx'
import { FileLink } from '#runtime/fields/kit/viewer/FileLink.tsx'
import { viewedFiles } from '#runtime/fields/kit/viewer/viewed-file.ts'
import { splitParts, withoutAccounts } from './mentions.ts'
import type { Comment, CommentFile } from './useComments.ts'

interface Props {
  comment: Comment
  /** The comment that it answers, where it is in sight. */
  original: Comment | undefined
  ref?: Ref<HTMLLIElement>
  onAnswer(comment: Comment): void
  onRemove(comment: Comment): void
}

const QUOTED = 60

export function CommentItem({ comment, original, ref, onAnswer, onRemove }: Props) {
  const { fromUserId_dictText: author, toUserId_dictText: answered, createTime, commentContent } = comment
  return (
    <li ref={ref} className="pro-comment">
      <div className="pro-comment-head">
        <b>{author}</b>
        {answered && <span>回复 {answered}</span>}
        <time>{createTime}</time>
        <span className="pro-gap" />
        <Button type="link" size="small" aria-label={`回复 ${author}`} onClick={() => onAnswer(comment)}>
          回复
        </Button>
        {comment.isRemovable && (
          <Popconfirm
            title="删除这条评论？"
            description="删除后不能恢复"
            okText="删除"
            cancelText="取消"
            okButtonProps={{ danger: true }}
            onConfirm={() => onRemove(comment)}
          >
            <Button type="link" size="small" danger aria-label={`删除 ${author} 的评论`}>
              删除
            </Button>
          </Popconfirm>
        )}
      </div>
      {comment.commentId && (
        <blockquote>{original ? quoted(original.commentContent) : '原评论已删除或不在这一页'}</blockquote>
      )}
      <p>
        {splitParts(commentContent).map(({ text, isMention }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
          isMention ? <mark key={at}>{text}</mark> : text,
        )}
      </p>
      {comment.fileList.length > 0 && (
        <ul className="pro-comment-files" aria-label="附件">
          {comment.fileList.map((file, at) => (
            <CommentFileLink key={file.url} files={comment.fileList} at={at} />
          ))}
        </ul>
      )}
    </li>
  )
}

const quoted = (text: string): string => {
  const line = withoutAccounts(text).replace(/\s+/g, ' ')
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line
}

function CommentFileLink({ files, at }: { files: readonly CommentFile[]; at: number }) {
  const file = files[at]
  if (!file) return null
  const viewed = viewedFiles(files.map(({ name, url }) => ({ fileName: name, filePath: url })))
  return (
    <li>
      <FileLink files={viewed} at={at}>
        {file.type === 'image' && <Thumbnail url={viewed[at]?.url ?? ''} alt="" />}
        {file.name}
      </FileLink>
      <small>{bytesText(file.fileSize)}</small>
    </li>
  )
}
