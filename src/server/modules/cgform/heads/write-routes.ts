import { appError, errorText } from '#runtime/kernel/errors.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { countOf, partsOf, textOf } from '../../../reports/row-values.ts'
import { type DesignServices, designRelease, designWrite, releaseDraft } from '../../design/interface.ts'
import { headIdOf, SUB_TABLE, tableOf, toDocument } from './configuration.ts'
import { addDetail, type ConfigurationEdit, editDocument } from './edit.ts'
import { openHeads } from './heads.ts'
import { BatchQuery, ConfigurationBody, HeadBody, IdQuery, SyncParams } from './shape.ts'
import { documentIdFor, removeHead, requireFree, saveDraft } from './store.ts'

const refuse = defineRefusals({
  ONLINE_FORCED_SYNC: '强制同步会丢数据，请管理员按变更计划确认',
  ONLINE_NO_MAIN: '主表「{table}」没有表单，请先新增主表',
  ONLINE_SAME_ID: '已有编号是 {id} 的文档，请换一个表名或表单分类',
})

const editOf = (body: ConfigurationBody): ConfigurationEdit => {
  const { head, fields = [], indexs = [], deleteFieldIds = [], deleteIndexIds = [] } = body
  return { head, fields, indexs, deleteFieldIds, deleteIndexIds }
}

/**
 * Writes online forms (contract, section 18.6). A saved form is the user's draft of a document, which 同步数据库 releases;
 * removals have the way of the designer.
 */
export const headWriteRoutes: Plugin<DesignServices> = (app, services) => {
  const write = { access: designWrite }
  const release = { access: designRelease }

  app.route<{ Body: ConfigurationBody }>({
    method: 'POST',
    url: '/online/cgform/api/addAll',
    config: write,
    schema: { body: ConfigurationBody },
    handler: async ({ user, body }) => {
      const heads = await openHeads(services, user)
      const form = editOf(body)
      const table = tableOf(form.head)
      requireFree(heads, table)
      if (countOf(form.head, 'tableType') === SUB_TABLE) {
        const mainTable = form.fields
          .map((row) => textOf(row, 'mainTable').toLowerCase())
          .find((name) => name !== '')
        const main = heads.list().find((head) => head.copyType === 0 && head.tableName === mainTable)
        if (!main) throw refuse('ONLINE_NO_MAIN', { values: { table: mainTable ?? '' } })
        const { body: current, ...states } = heads.find(String(main.id))
        await saveDraft(services, user, heads, addDetail(current, form), states)
        return ok(null, '添加成功！')
      }
      const id = documentIdFor(textOf(form.head, 'formCategory'), table)
      if (heads.sources.has(id)) throw refuse('ONLINE_SAME_ID', { values: { id } })
      await saveDraft(services, user, heads, toDocument(id, [form]))
      return ok({ id: headIdOf({ id }) }, '添加成功！')
    },
  })

  app.route<{ Body: ConfigurationBody }>({
    method: 'PUT',
    url: '/online/cgform/api/editAll',
    config: write,
    schema: { body: ConfigurationBody },
    handler: async ({ user, body }) => {
      const heads = await openHeads(services, user)
      const form = editOf(body)
      const headId = textOf(form.head, 'id')
      const { body: current, detail, ...states } = heads.find(headId)
      const named = heads.configuration(headId).head.tableName
      if (tableOf({ ...form.head, tableName: form.head.tableName ?? named }) !== named)
        requireFree(heads, tableOf(form.head))
      await saveDraft(services, user, heads, editDocument(current, form, detail), states)
      return ok(null, '修改成功！')
    },
  })

  app.route<{ Body: HeadBody }>({
    method: 'PUT',
    url: '/online/cgform/head/edit',
    config: write,
    schema: { body: HeadBody },
    handler: async ({ user, body: head }) => {
      const heads = await openHeads(services, user)
      const { body: current, detail, ...states } = heads.find(textOf(head, 'id'))
      const form = editOf({ head })
      await saveDraft(services, user, heads, editDocument(current, form, detail), states)
      return ok(null, '修改成功！')
    },
  })

  app.route<{ Params: SyncParams }>({
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
    app.route<{ Querystring: IdQuery }>({
      method: 'DELETE',
      url: `/online/cgform/head/${verb}`,
      config: release,
      schema: { querystring: IdQuery },
      handler: async ({ user, query: { id } }) => {
        await removeHead(services, user, id, isTable)
        return ok(null, '删除成功!')
      },
    })

  app.route<{ Querystring: BatchQuery }>({
    method: 'DELETE',
    url: '/online/cgform/head/deleteBatch',
    config: release,
    schema: { querystring: BatchQuery },
    handler: async ({ user, query: { ids, flag = '0' } }) => {
      for (const id of partsOf(ids)) await removeHead(services, user, id, flag === '1')
      return ok(null, '删除成功!')
    },
  })
}
