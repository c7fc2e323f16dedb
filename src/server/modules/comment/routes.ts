import type { FastifyRequest } from 'fastify'
import { ok, page } from '../../platform/http/envelope.ts'
import { maxUploadBody } from '../../platform/http/limits/bounds.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { announceChanges } from '../../records/live/record-notices.ts'
import { cleanMarkup } from '../../records/read/markup.ts'
import { badParameter, notFound } from '../../records/refuse.ts'
import { createReceiver, type UploadServices } from '../file/interface.ts'
import { findPeople, MAX_MENTIONED, type MentionServices, mentionedIn, notifyMentioned } from './mentions.ts'
import { type CommentedRecord, findRecord } from './place.ts'
import { CommentQuery, ListQuery, PeopleQuery, RecordQuery, StoredFileBody, TextBody } from './shape.ts'
import {
  addComment,
  attachFile,
  type Comment,
  countFiles,
  readComment,
  readComments,
  removeComment,
} from './store.ts'

const refuse = defineRefusals({
  COMMENT_EMPTY: '请先写评论的内容',
  COMMENT_LONG: '评论最多 {max} 个字，现在有 {count} 个，请分几条写',
  COMMENT_MENTIONS: '一条评论最多提到 {max} 个人，请分几条写',
  COMMENT_GONE: '该评论已被删除！',
  COMMENT_OTHERS: '只能删除自己的评论！',
  COMMENT_FILES: '一条评论最多 {max} 个附件',
  COMMENT_FILE_FOREIGN: '只能给自己的评论添加自己上传的附件，请先上传文件',
  COMMENT_LIBRARY: '这里没有文件库：请在评论里直接上传附件',
  COMMENT_PREVIEW: '这里没有文件预览服务：图片和 PDF 点开即可查看，其它附件请下载',
})

export type CommentServices = MentionServices & UploadServices

const MAX_TEXT = 2000
const MAX_FILES = 9
/** The comments of one answer: the newest. */
const MAX_COMMENTS = 200
/** The folder of attachments in the file store. */
const FOLDER = 'comment'

const isRemovable = ({ fromUserId }: Comment, { id, isAdmin }: SessionUser): boolean =>
  fromUserId === id || isAdmin

/**
 * The comments of records, under the addresses of the contract's clients. Each route reads the record first, by the rights and
 * row rules of its screen: without it there are no comments.
 */
export const commentRoutes: Plugin<CommentServices> = (app, services) => {
  const { db } = services
  const config = { access: 'self' } as const
  const receive = createReceiver(app, services)

  const requireRecord = async ({ user }: FastifyRequest, place: RecordQuery): Promise<CommentedRecord> => {
    const record = await findRecord(services, user, place)
    if (!record) throw notFound()
    return record
  }
  /** A comment of a record that the user may read; another one answers as a removed one. */
  const requireComment = async ({ user }: FastifyRequest, id: string): Promise<Comment> => {
    const comment = await readComment(db.app, id)
    if (!comment || !(await findRecord(services, user, comment))) throw refuse('COMMENT_GONE')
    return comment
  }
  const readContent = ({ commentContent }: TextBody): string => {
    const text = commentContent.trim()
    if (text.length > MAX_TEXT)
      throw refuse('COMMENT_LONG', { values: { max: MAX_TEXT, count: text.length } })
    const clean = cleanMarkup(text)
    const content = clean.ok ? clean.value?.trim() : null
    if (!content) throw refuse('COMMENT_EMPTY')
    if (mentionedIn(content).length > MAX_MENTIONED)
      throw refuse('COMMENT_MENTIONS', { values: { max: MAX_MENTIONED } })
    return content
  }

  app.get('/sys/comment/listByForm', { config, schema: { querystring: ListQuery } }, async (request) => {
    const size = Math.min(request.query.pageSize ?? MAX_COMMENTS, MAX_COMMENTS)
    const { records, total } = await readComments(db.app, await requireRecord(request, request.query), size)
    const { user } = request
    const answered = records.map((comment) => ({ ...comment, isRemovable: isRemovable(comment, user) }))
    return ok(page(answered, total, 1, size))
  })

  app.get('/sys/comment/fileList', { config, schema: { querystring: RecordQuery } }, async (request) => {
    const record = await requireRecord(request, request.query)
    const { records } = await readComments(db.app, record, MAX_COMMENTS)
    const files = records.flatMap(({ fileList }) => fileList)
    return ok(page(files, files.length, 1, files.length))
  })

  app.get('/sys/comment/queryById', { config, schema: { querystring: CommentQuery } }, async (request) =>
    ok(await requireComment(request, request.query.id)),
  )

  app.get('/sys/comment/people', { config, schema: { querystring: PeopleQuery } }, async (request) => {
    await requireRecord(request, request.query)
    return ok(await findPeople(db.app, request.user, request.query.keyword ?? ''))
  })

  app.post('/sys/comment/addText', { config, schema: { body: TextBody } }, async (request) => {
    const { user, body } = request
    const record = await requireRecord(request, body)
    const text = readContent(body)
    const answeredComment = body.commentId ? await requireComment(request, body.commentId) : undefined
    const isElsewhere =
      answeredComment !== undefined &&
      (answeredComment.tableName !== record.table || answeredComment.tableDataId !== record.id)
    if (isElsewhere) throw refuse('COMMENT_GONE')
    const answered = answeredComment?.fromUserId ?? null
    const id = await db.write((trx) =>
      addComment(trx, record, {
        from: user.id,
        to: answered,
        replyTo: answeredComment?.id ?? null,
        text,
      }),
    )
    const missed = await notifyMentioned(services, user, record, { text, answered })
    await announceChanges(db)
    const names = missed.map((name) => `「${name}」`).join('')
    return ok(id, missed.length === 0 ? '评论已发出' : `评论已发出；${names}看不到这条记录，没有收到通知`)
  })

  /** Attaches a file of the user to the user's own comment. */
  const attach = async (request: FastifyRequest, commentId: string, path: string) => {
    const comment = await requireComment(request, commentId)
    if (comment.fromUserId !== request.user.id) throw refuse('COMMENT_FILE_FOREIGN')
    await db.write(async (trx) => {
      const count = await countFiles(trx, comment.id)
      if (count === undefined) throw refuse('COMMENT_GONE')
      if (count >= MAX_FILES) throw refuse('COMMENT_FILES', { values: { max: MAX_FILES } })
      if (!(await attachFile(trx, comment.id, path, request.user.username)))
        throw refuse('COMMENT_FILE_FOREIGN')
    })
    await announceChanges(db)
    return ok('success')
  }

  // A form with the file and `commentId`.
  app.route({
    method: 'POST',
    url: '/sys/comment/addFile',
    config,
    bodyLimit: maxUploadBody(services.config),
    handler: async (request) => {
      if (!request.isMultipart()) throw refuse('COMMENT_LIBRARY')
      const { path, fields } = await receive(request, () => FOLDER)
      if (!fields.commentId) throw badParameter('commentId')
      return attach(request, fields.commentId, path)
    },
  })

  // The file has been uploaded before.
  app.post('/sys/comment/appAddFile', { config, schema: { body: StoredFileBody } }, (request) =>
    attach(request, request.body.commentId, request.body.savePath),
  )

  app.delete('/sys/comment/deleteOne', { config, schema: { querystring: CommentQuery } }, async (request) => {
    const comment = await requireComment(request, request.query.id)
    const { user } = request
    if (!isRemovable(comment, user)) throw refuse('COMMENT_OTHERS')
    await db.write((trx) => removeComment(trx, comment.id))
    await announceChanges(db)
    return ok(null, '删除成功!')
  })

  app.get('/sys/comment/getFileViewDomain', { config }, () => {
    throw refuse('COMMENT_PREVIEW')
  })
}
