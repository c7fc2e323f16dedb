import { appError, errorText } from '#runtime/kernel/errors.ts'
import { isOverlay, servedDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { toHeadId } from '../../../../documents/head-id.ts'
import { ok } from '../../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../../platform/http/requests/user.ts'
import type { Plugin } from '../../../../platform/http/route.ts'
import { readCount, readRowText, splitParts } from '../../../../reports/row-values.ts'
import { type DesignServices, designRelease, designWrite, releaseDraft } from '../../../design/interface.ts'
import { type Heads, openHeads } from '../heads.ts'
import { type Configuration, readTableName, SUB_TABLE, toDocument } from '../settings/configuration.ts'
import { BatchQuery, ConfigurationBody, HeadBody, IdQuery, SyncParams } from '../shape.ts'
import { asRead, documentIdFor, removeHead, requireFree, saveDraft } from '../store.ts'
import { unsupportedSettings } from '../unsupported-settings.ts'
import { editCopy } from './copy-edit.ts'
import { addDetail, type ConfigurationEdit, editDocument } from './edit.ts'

const refuse = defineRefusals({
  ONLINE_FORCED_SYNC: '强制同步会丢数据，请管理员按变更计划确认',
  ONLINE_NO_MAIN: '主表「{table}」没有表单，请先新增主表',
  ONLINE_SAME_ID: '已有编号是 {id} 的文档，请换一个表名或表单分类',
})

const readEdit = (body: ConfigurationBody): ConfigurationEdit => {
  const { head, fields = [], indexs = [], deleteFieldIds = [], deleteIndexIds = [] } = body
  return { head, fields, indexs, deleteFieldIds, deleteIndexIds }
}

/** How many words a message lists. */
const MAX_WORDS = 6

/** The answer to a saved form: the words of the client that no document has are named, so that none is lost in silence. */
function saved(message: string, id: string, form: Configuration, result: Configuration) {
  const left = unsupportedSettings(form, result)
  const listed = left.slice(0, MAX_WORDS).join('、') + (left.length > MAX_WORDS ? '等' : '')
  return ok({ id, left }, left.length === 0 ? message : `${message}这些设置没有对应的，没有保存：${listed}`)
}

/**
 * Writes online forms (docs/http.md, "Head routes"). A saved form is the user's draft of a document, which 同步数据库 releases;
 * removals have the way of the designer.
 */
export const headWriteRoutes: Plugin<DesignServices> = (app, services) => {
  const write = { access: designWrite }
  const release = { access: designRelease }

  const edit = async (user: SessionUser, heads: Heads, form: ConfigurationEdit) => {
    const headId = readRowText(form.head, 'id')
    const found = heads.find(headId)
    const { id, body, detail, ...states } = await asRead(services.db.app, form.head, found)
    const document = isOverlay(body)
      ? editCopy(body, form, detail, heads)
      : editDocument(servedDocument(body), form, detail, heads.links)
    await saveDraft(services, user, heads, document, states)
    const named = detail === null ? toHeadId({ id }) : `${toHeadId({ id })}.${detail}`
    const result = heads.listForms(document).find(({ head }) => head.id === named) ?? form
    return saved('修改成功！', named, form, result)
  }

  app.route({
    method: 'POST',
    url: '/online/cgform/api/addAll',
    config: write,
    schema: { body: ConfigurationBody },
    handler: async ({ user, body }) => {
      const heads = await openHeads(services, user)
      const form = readEdit(body)
      const table = readTableName(form.head)
      requireFree(heads, table)
      if (readCount(form.head, 'tableType') === SUB_TABLE) {
        const mainTable = form.fields
          .map((row) => readRowText(row, 'mainTable').toLowerCase())
          .find((name) => name !== '')
        const main = heads.list().find((head) => head.copyType === 0 && head.tableName === mainTable)
        if (!main) throw refuse('ONLINE_NO_MAIN', { values: { table: mainTable ?? '' } })
        const { body: current, ...states } = heads.find(String(main.id))
        const body = addDetail(current, form, heads.links)
        await saveDraft(services, user, heads, body, states)
        const result = heads.listForms(body).find(({ head }) => head.tableName === table) ?? form
        return saved('添加成功！', String(result.head.id), form, result)
      }
      const id = documentIdFor(readRowText(form.head, 'formCategory'), table)
      if (heads.sources.has(id)) throw refuse('ONLINE_SAME_ID', { values: { id } })
      const document = toDocument(id, [form], heads.links)
      await saveDraft(services, user, heads, document)
      return saved('添加成功！', toHeadId({ id }), form, heads.listForms(document)[0] ?? form)
    },
  })

  app.route({
    method: 'PUT',
    url: '/online/cgform/api/editAll',
    config: write,
    schema: { body: ConfigurationBody },
    handler: async ({ user, body }) => {
      const heads = await openHeads(services, user)
      const form = readEdit(body)
      const headId = readRowText(form.head, 'id')
      const named = heads.configuration(headId).head.tableName
      if (readTableName({ ...form.head, tableName: form.head.tableName ?? named }) !== named)
        requireFree(heads, readTableName(form.head))
      return await edit(user, heads, form)
    },
  })

  app.route({
    method: 'PUT',
    url: '/online/cgform/head/edit',
    config: write,
    schema: { body: HeadBody },
    handler: async ({ user, body: head }) => {
      const heads = await openHeads(services, user)
      return await edit(user, heads, readEdit({ head }))
    },
  })

  app.route({
    method: 'POST',
    url: '/online/cgform/api/doDbSynch/:headId/:mode',
    config: release,
    schema: { params: SyncParams },
    handler: async ({ user, params: { headId, mode } }) => {
      if (mode === 'force') throw refuse('ONLINE_FORCED_SYNC')
      const { id, draft, source } = (await openHeads(services, user)).find(headId)
      if (draft) await releaseDraft(services, user, id, { note: '同步数据库' })
      else if (source) await services.reloadDocuments()
      else throw appError('NO_ENTITY')
      return ok(null, errorText('SAVED'))
    },
  })

  for (const [verb, isTable] of [
    ['delete', true],
    ['removeRecord', false],
  ] as const)
    app.route({
      method: 'DELETE',
      url: `/online/cgform/head/${verb}`,
      config: release,
      schema: { querystring: IdQuery },
      handler: async ({ user, query: { id } }) => {
        await removeHead(services, user, id, isTable)
        return ok(null, '删除成功!')
      },
    })

  app.route({
    method: 'DELETE',
    url: '/online/cgform/head/deleteBatch',
    config: release,
    schema: { querystring: BatchQuery },
    handler: async ({ user, query: { ids, flag = '0' } }) => {
      for (const id of splitParts(ids)) await removeHead(services, user, id, flag === '1')
      return ok(null, '删除成功!')
    },
  })
}
