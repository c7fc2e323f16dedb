import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { designRead } from '../../../documents/check/constants.ts'
import { splitHeadId, toHeadId } from '../../../documents/head-id.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { requireDataSource } from '../../../reports/databases.ts'
import { inspectSql } from '../../../reports/inspect-sql.ts'
import { readCount, readRowText, splitParts } from '../../../reports/row-values.ts'
import type { ReportServices } from '../../../reports/services.ts'
import { refuseChanged } from '../draft-changed.ts'
import { designRelease } from '../permissions.ts'
import { releaseDraft } from '../release/release.ts'
import { removeDocument } from '../release/remove-document.ts'
import type { DesignServices } from '../services.ts'
import { type Draft, latestRevision, readDraft, readOlder, storeDraft } from '../store.ts'
import { readSources } from '../tables/sources.ts'
import {
  editReport,
  getSql,
  idOfHead,
  partsOfReport,
  type ReportForm,
  reportDocument,
} from './head-document.ts'
import { buildReportHead, ReportId } from './heads.ts'

const refuse = defineRefusals({
  REPORT_HEAD_SQL: '解析失败：{problem}',
  REPORT_CODE_TAKEN: '已有编码是 {code} 的报表',
})

const Row = Type.Record(Type.String(), Type.Unknown())
const Rows = Type.Optional(Type.Array(Row, { maxItems: 500 }))
const Ids = Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 }))
const FormBody = Type.Object({
  head: Row,
  items: Rows,
  params: Rows,
  deleteItemIds: Ids,
  deleteParamIds: Ids,
})
type FormBody = Type.Static<typeof FormBody>
const IdQuery = Type.Object({ id: ReportId })
const HeadQuery = Type.Object({ headId: ReportId })
const IdsQuery = Type.Object({
  ids: Type.String({ minLength: 1, maxLength: 4000, pattern: '^[a-z0-9_/.,-]+$' }),
})

const readForm = ({
  head,
  items = [],
  params = [],
  deleteItemIds = [],
  deleteParamIds = [],
}: FormBody): ReportForm => ({
  ...{ head, items, params, deleteItemIds, deleteParamIds },
})

/** Writes reports (docs/http.md, "Report heads"): each save is a draft that is released at once, with all checks of a release. */
export const reportFormRoutes: Plugin<DesignServices & Pick<ReportServices, 'reportDatabases'>> = (
  app,
  services,
) => {
  const { db, config } = services
  const release = { access: designRelease }
  const read = { access: designRead }

  /** The report as the user has it: the own draft, else the released one. Throws NO_ENTITY. */
  const openReport = async (headId: string, user: SessionUser) => {
    const reportId = splitHeadId(headId).id
    const source = (await readSources(config, db.app)).get(reportId)
    const draft = await readDraft(db.app, reportId, user.id)
    const body = draft?.body ?? source?.current
    if (!body || !hasCapability(body as unknown as Document, 'hasQuery')) throw appError('NO_ENTITY')
    return { body, base: draft ? draft.base : (source?.current ?? null), draft }
  }

  /** The report as its client read it: the release of the draft merges what others released since. */
  const openRead = async (head: JsonObject, user: SessionUser) => {
    const opened = await openReport(readRowText(head, 'id'), user)
    const read = opened.draft
      ? null
      : await readOlder(db.app, String(opened.body.id), readCount(head, 'revision') ?? 0)
    return read ? { ...opened, body: read, base: read } : opened
  }

  const listTables = async (user: SessionUser, head: JsonObject): Promise<string[]> => {
    const dataSource = readRowText(head, 'dbSource') || undefined
    requireDataSource(user, dataSource)
    const { faults, draft } = await inspectSql(services, getSql(head), dataSource)
    if (!draft)
      throw refuse('REPORT_HEAD_SQL', { values: { problem: faults[0]?.text ?? '' }, result: { faults } })
    return draft.tables
  }

  const save = async (
    user: SessionUser,
    body: JsonObject,
    { base, draft }: { base: JsonObject | null; draft: Draft | null },
    note: string,
  ) => {
    const reportId = String(body.id)
    const previous = draft?.version ?? null
    if (!(await db.write((trx) => storeDraft(trx, reportId, user.id, { base, body }, { previous }))))
      throw await refuseChanged(services, reportId, user)
    await releaseDraft(services, user, reportId, { note })
  }

  app.route({
    method: 'POST',
    url: '/online/cgreport/head/add',
    config: release,
    schema: { body: FormBody },
    handler: async ({ user, body }) => {
      const form = readForm(body)
      const reportId = idOfHead(form.head)
      const code = readRowText(form.head, 'code')
      const sources = await readSources(config, db.app)
      const isTaken =
        sources.has(reportId) || [...sources.values()].some(({ current }) => current.code === code)
      if (isTaken) throw refuse('REPORT_CODE_TAKEN', { values: { code } })
      const document = reportDocument(reportId, form, await listTables(user, form.head))
      await save(user, document, { base: null, draft: await readDraft(db.app, reportId, user.id) }, '录入')
      return ok({ id: toHeadId({ id: reportId }) }, '添加成功！')
    },
  })

  app.route({
    method: 'PUT',
    url: '/online/cgreport/head/editAll',
    config: release,
    schema: { body: FormBody },
    handler: async ({ user, body }) => {
      const form = readForm(body)
      const opened = await openRead(form.head, user)
      const head = { ...buildReportHead(String(opened.body.id), opened.body), ...form.head }
      const document = editReport(opened.body, form, await listTables(user, head))
      await save(user, document, opened, '编辑')
      return ok(null, '修改成功！')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/online/cgreport/head/deleteBatch',
    config: release,
    schema: { querystring: IdsQuery },
    handler: async ({ user, query: { ids } }) => {
      for (const headId of splitParts(ids)) {
        const reportId = splitHeadId(headId).id
        const document = services.documents.entry(reportId)?.document
        if (document && !hasCapability(document, 'hasQuery')) throw appError('NO_ENTITY')
        if (!(await removeDocument(services, reportId, user))) throw appError('NO_ENTITY')
      }
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'GET',
    url: '/online/cgreport/head/queryById',
    config: read,
    schema: { querystring: IdQuery },
    handler: async ({ user, query }) => {
      const { body } = await openReport(query.id, user)
      const { id } = splitHeadId(query.id)
      const revision = (await latestRevision(db.app, id)) || 1
      return ok({ ...buildReportHead(id, body), revision })
    },
  })

  for (const [word, part] of [
    ['item', 'items'],
    ['param', 'params'],
  ] as const)
    app.route({
      method: 'GET',
      url: `/online/cgreport/${word}/listByHeadId`,
      config: read,
      schema: { querystring: HeadQuery },
      handler: async ({ user, query }) =>
        ok(partsOfReport((await openReport(query.headId, user)).body)[part]),
    })

  app.get('/online/cgreport/api/getReportDictList', { config: read }, async () => {
    const dicts = services.documents
      .entries()
      .flatMap(({ document }) => asDocumentWith(document, 'hasChoices') ?? [])
    return ok(dicts.map(({ code, title }) => ({ value: code, text: title })))
  })
}
