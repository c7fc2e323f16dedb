import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#runtime/data/hooks.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

export interface CommentFile {
  name: string
  url: string
  fileSize: number
  type: 'image' | 'file'
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
export const buildPlace = ({ id: tableName }: Pick<ScreenDocument, 'id'>, tableDataId: string) => ({
  tableName,
  tableDataId,
})

/** A query under the key of the record's comments, made again when anybody changed something. */
function useCommentQuery(screen: Pick<ScreenDocument, 'id'>, id: string, page: { pageSize?: number }) {
  const { http } = useServices()
  const client = useQueryClient()
  const queryKey = ['comments', screen.id, id]
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) =>
      http.get<CommentPage>('/sys/comment/listByForm', { ...buildPlace(screen, id), ...page }, signal),
    staleTime: 5000,
  })
  const reload = () => client.invalidateQueries({ queryKey })
  useLive(({ cmd }) => {
    if (cmd === 'changed' || cmd === 'reopened') void reload()
  })
  return { query, total: query.data?.total ?? 0, reload }
}

/** The comments of a record, oldest first. */
export const useComments = (screen: Pick<ScreenDocument, 'id'>, id: string) => useCommentQuery(screen, id, {})

/** How many comments a record has; the answer carries one of them at most. */
export const useCommentCount = (screen: Pick<ScreenDocument, 'id'>, id: string): number =>
  useCommentQuery(screen, id, { pageSize: 1 }).total
