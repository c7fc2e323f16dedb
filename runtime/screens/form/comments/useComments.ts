import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#runtime/data/hooks.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { ScreenDocument } from '#runtime/schema/types.ts'

export interface CommentFile {
  name: string
  url: string
  fileSize: number
  type: string
}

export interface Comment {
  id: string
  fromUserId: string
  fromUserId_dictText: string
  toUserId_dictText: string | null
  /** The comment to which this one replies. */
  commentId: string | null
  commentContent: string
  createTime: string
  fileList: CommentFile[]
  isRemovable: boolean
}

interface CommentPage {
  records: Comment[]
  total: number
}

/** The address of the comments of a record. */
export const placeOf = ({ id: tableName }: Pick<ScreenDocument, 'id'>, tableDataId: string) => ({
  tableName,
  tableDataId,
})

/** The comments of a record, oldest first; read again when anybody changed something. */
export function useComments(screen: Pick<ScreenDocument, 'id'>, id: string) {
  const { http } = useRuntime()
  const client = useQueryClient()
  const queryKey = ['comments', screen.id, id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => http.get<CommentPage>('/sys/comment/listByForm', placeOf(screen, id), signal),
    staleTime: 5000,
  })
  const reload = () => client.invalidateQueries({ queryKey })
  useLive(({ cmd }) => {
    if (cmd === 'changed' || cmd === 'reopened') void reload()
  })
  return { query, total: query.data?.total ?? 0, reload }
}
