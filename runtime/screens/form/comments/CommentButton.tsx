import { CommentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useCommentCount } from './useComments.ts'

interface Props {
  screen: ScreenDocument
  id: string
  onClick(): void
}

/** Opens the comments of a record, with their number. */
export function CommentButton({ screen, id, onClick }: Props) {
  const total = useCommentCount(screen, id)
  return (
    <Button icon={<CommentOutlined aria-hidden />} onClick={onClick}>
      {total > 0 ? `评论 ${total}` : '评论'}
    </Button>
  )
}
