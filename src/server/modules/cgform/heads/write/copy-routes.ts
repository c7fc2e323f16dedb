import { appError } from '#runtime/kernel/errors.ts'
import { copyScreen, copyView } from '#runtime/schema/compose/copy-document.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import { toHeadId } from '../../../../documents/head-id.ts'
import { ok, page } from '../../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import type { Plugin } from '../../../../platform/http/route.ts'
import { splitParts } from '../../../../reports/row-values.ts'
import {
  type DesignServices,
  designRelease,
  designWrite,
  readFreeTables,
  readTableFields,
  tablesOfOthers,
} from '../../../design/interface.ts'
import { openHeads } from '../heads.ts'
import { readTableName } from '../settings/configuration.ts'
import { CopyQuery, CopyTableQuery, HeadParams, NamesParams, TablesQuery } from '../shape.ts'
import { documentIdFor, requireFree, saveDraft, saveReleased } from '../store.ts'

const refuse = defineRefusals({
  ONLINE_NO_TABLE: '没有可以导入的表 {table}，可能已有表单',
  ONLINE_COPY_DRAFT: '表单还没有同步数据库，请先同步再复制视图',
  ONLINE_COPY_SUB: '附表随主表一起复制，请复制主表',
})

/** Copies of online forms, and forms for tables that exist without a document (docs/http.md, "Head routes"). */
export const headCopyRoutes: Plugin<DesignServices> = (app, services) => {
  const { db } = services
  const freeTables = async (owned: ReadonlySet<string>) => await readFreeTables(db.owner, owned)

  app.route({
    method: 'POST',
    url: '/online/cgform/head/copyOnline',
    config: { access: designRelease },
    schema: { querystring: CopyQuery },
    handler: async ({ user, query: { code } }) => {
      const heads = await openHeads(services, user)
      const { id, source, detail } = heads.find(code)
      if (detail !== null) throw refuse('ONLINE_COPY_SUB')
      if (!source) throw refuse('ONLINE_COPY_DRAFT')
      const { current } = source
      const original = isOverlay(current) ? heads.sources.get(String(current.extends))?.current : current
      if (!original) throw appError('NO_ENTITY')
      let number = 1
      while (heads.sources.has(`${id}-${number}`)) number++
      const copy = copyView(original, `${id}-${number}`, `${String(original.title)}（视图${number}）`)
      // A copy of a form is opened by its address; only its designer gives it a menu entry.
      const { menu: _, ...body } = copy
      await saveReleased(services, user, heads, body, '复制视图')
      return ok({ id: toHeadId({ id: String(body.id) }) }, '复制成功！')
    },
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/head/copyOnlineTable/:headId',
    config: { access: designWrite, changes: true },
    schema: { params: HeadParams, querystring: CopyTableQuery },
    handler: async ({ user, params: { headId }, query }) => {
      const heads = await openHeads(services, user)
      const { id, body, detail } = heads.find(headId)
      if (detail !== null) throw refuse('ONLINE_COPY_SUB')
      const table = readTableName({ tableName: query.tableName })
      requireFree(heads, table)
      const copyId = documentIdFor(id.split('/')[0] ?? '', table)
      const { menu: _, ...copy } = copyScreen(body, copyId, `${String(body.title)}副本`, table)
      await saveDraft(services, user, heads, copy)
      return ok({ id: toHeadId({ id: copyId }) }, '复制成功！')
    },
  })

  app.route({
    method: 'GET',
    url: '/online/cgform/head/queryTables',
    config: { access: designWrite },
    schema: { querystring: TablesQuery },
    handler: async ({ user, query: { tableName = '', pageNo = 1, pageSize = 10 } }) => {
      const { sources } = await openHeads(services, user)
      const tables = (await freeTables(tablesOfOthers(sources, ''))).filter(({ name }) =>
        name.includes(tableName.replaceAll('*', '').toLowerCase()),
      )
      const start = (pageNo - 1) * pageSize
      const rows = tables.slice(start, start + pageSize)
      return ok(
        page(
          rows.map(({ name, comment }) => ({ id: name, tableName: name, tableTxt: comment ?? '' })),
          tables.length,
          pageNo,
          pageSize,
        ),
      )
    },
  })

  app.route({
    method: 'POST',
    url: '/online/cgform/head/transTables/:names',
    config: { access: designWrite },
    schema: { params: NamesParams },
    handler: async ({ user, params: { names } }) => {
      const tables = splitParts(names)
      for (const table of tables) {
        const heads = await openHeads(services, user)
        const free = await freeTables(tablesOfOthers(heads.sources, ''))
        const found = free.find(({ name }) => name === table)
        if (!found) throw refuse('ONLINE_NO_TABLE', { values: { table } })
        requireFree(heads, table)
        const { fields, words } = await readTableFields(db.owner, table)
        await saveDraft(services, user, heads, {
          version: currentVersion,
          kind: 'screen',
          id: documentIdFor('', table),
          title: (found.comment ?? '') || table,
          table: { name: table, ...words },
          fields,
        })
      }
      return ok(null, '导入成功！')
    },
  })
}
