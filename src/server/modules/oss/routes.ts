import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import type { FileStore } from '../../platform/files/contract.ts'
import { ok } from '../../platform/http/envelope.ts'
import { maxUploadBody } from '../../platform/http/limits/bounds.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { now } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import {
  aliasList,
  bindDocument,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { createReceiver, type UploadServices } from '../file/interface.ts'
import { countFileUses, findFileUses } from './file-uses.ts'
import { AddFilesBody, FileQuery, ReplaceFileBody, UsesQuery } from './shape.ts'

export type OssServices = ReadServices & UploadServices & Pick<PlatformServices, 'files'>

const refuse = defineRefusals({
  FILE_USED: '文件「{name}」还在使用：{places}，请先从这些记录里去掉它',
  FILE_SAME: '换成的就是现在的文件，请上传另一个文件',
  FILE_OTHER_KIND: '只能换成同一种文件：现在是 .{kind}',
  FILE_NOT_OWN: '没有找到您刚上传的文件，请重新上传',
})

const place = '/sys/oss/file'
const extensionAt = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** A file among those that the rules on rows show to the user; any other one is not there. */
const findFile = async (services: ReadServices, user: SessionUser, id: string) => {
  const view = readable(services, bindDocument(services, 'oss/file').entry(), user)
  const { total } = await readRecords(services, view, parseListRequest(view, {}), [sql`t.id = ${id}`])
  if (total === 0) throw appError('NO_ENTITY')
  const columns = ['id', 'path', 'original_name', 'thumbnail'] as const
  const row = await services.db.app
    .selectFrom('sys_file')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw appError('NO_ENTITY')
  return row
}

/** Removes files of which some do not exist. */
const removeFiles = async (files: FileStore, paths: readonly (string | null)[]) => {
  for (const path of paths) if (path) await files.remove(path)
}

/** Files that the user has uploaded, by their paths; throws when one is not there. */
const requireOwn = async (db: Db, paths: readonly string[], username: string) => {
  const rows = await db
    .selectFrom('sys_file')
    .select(['id', 'path', 'original_name', 'size', 'thumbnail'])
    .where((row) => row('path', '=', row.fn.any(row.val([...paths]))))
    .where('create_by', '=', username)
    .execute()
  if (rows.length < new Set(paths).size) throw refuse('FILE_NOT_OWN')
  return rows
}

/** 对象存储: all uploaded files, where they are used, and what becomes of those that nothing uses. */
export const ossRoutes: Plugin<OssServices> = (app, services) => {
  const { db, documents, files, config } = services
  aliasList(app, services, `${place}/list`, 'oss/file')
  const receive = createReceiver(app, services)
  /** Refuses to take a file from its path while something names it. */
  const requireUnused = async (path: string, name: string) => {
    const uses = await findFileUses(db.app, documents, path)
    const places = uses.map((use) => `${use.screenTitle}的「${use.fieldTitle}」${use.records} 条`).join('、')
    if (uses.length > 0) throw refuse('FILE_USED', { values: { name, places } })
  }

  app.route({
    method: 'POST',
    url: `${place}/upload`,
    config: { access: 'oss:file:add' },
    bodyLimit: maxUploadBody(config),
    handler: async (request) => {
      const { path } = await receive(request, ({ biz }) => biz ?? 'oss')
      const [row] = await requireOwn(db.app, [path], request.user.username)
      return ok({ id: row?.id, fileName: row?.original_name, url: path }, '上传成功！')
    },
  })

  app.route({
    method: 'POST',
    url: `${place}/add`,
    config: { access: 'oss:file:add' },
    schema: { body: AddFilesBody },
    handler: async ({ body, user: { username }, ip }) => {
      const rows = await requireOwn(db.app, body.paths.split(','), username)
      const content = `上传文件：${rows.map((row) => row.original_name).join('、')}`
      await writeLog(db.app, { type: 2, content, username, ip, route: `${place}/add` })
      return ok(null, '上传成功！')
    },
  })

  app.route({
    method: 'GET',
    url: `${place}/uses`,
    config: { access: 'oss:file-use:list', listLoad: true },
    schema: { querystring: UsesQuery },
    handler: async ({ user, query: { id } }) => {
      if (!id) return ok([])
      const { path } = await findFile(services, user, id)
      const uses = await findFileUses(db.app, documents, path)
      return ok(uses.map((use, at) => ({ id: `${id}-${at}`, ...use })))
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/count`,
    config: { access: 'oss:file:list' },
    handler: async () => {
      const unused = await countFileUses(db.app, documents)
      return ok(unused, unused === 0 ? '每个文件都有记录在用' : `没有记录在用的文件有 ${unused} 个`)
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/replace`,
    config: { access: 'oss:file:edit' },
    schema: { body: ReplaceFileBody },
    handler: async ({ body, user, ip }) => {
      const { username } = user
      const { id, path, original_name: name, thumbnail } = await findFile(services, user, body.id)
      const kind = extensionAt(path)
      if (!storedPath.test(body.path) || extensionAt(body.path) !== kind)
        throw refuse('FILE_OTHER_KIND', { values: { kind } })
      if (body.path === path) throw refuse('FILE_SAME')
      const [sent] = await requireOwn(db.app, [body.path], username)
      // The file that is sent moves to the other path, so its own path ends.
      await requireUnused(body.path, sent?.original_name ?? '')
      const source = await files.read(body.path)
      if (!sent || !source) throw refuse('FILE_NOT_OWN')
      await files.write(path, source)
      await db.write(async (trx) => {
        await trx
          .updateTable('sys_file')
          .set({
            size: sent.size,
            original_name: sent.original_name,
            thumbnail: null,
            update_by: username,
            update_time: now,
          })
          .where('id', '=', id)
          .execute()
        await trx.deleteFrom('sys_file').where('path', '=', body.path).execute()
        const content = `替换文件：${name}，换成 ${sent.original_name}`
        await writeLog(trx, { type: 2, content, username, ip, route: `${place}/replace` })
      })
      await removeFiles(files, [body.path, sent.thumbnail, thumbnail])
      return ok(null, '替换成功')
    },
  })

  app.route({
    method: 'DELETE',
    url: `${place}/delete`,
    config: { access: 'oss:file:delete' },
    schema: { querystring: FileQuery },
    handler: async ({ query, user, ip }) => {
      const { username } = user
      const { id, path, original_name: name, thumbnail } = await findFile(services, user, query.id)
      await requireUnused(path, name)
      await db.write(async (trx) => {
        await trx.deleteFrom('sys_file').where('id', '=', id).execute()
        await writeLog(trx, { type: 2, content: `删除文件：${name}`, username, ip, route: `${place}/delete` })
      })
      await removeFiles(files, [path, thumbnail])
      return ok(null, '删除成功!')
    },
  })
}
