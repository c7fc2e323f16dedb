import { appError, errorText } from '#runtime/kernel/errors.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import type { ChangeConflict } from '#runtime/schema/changes/change.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { designRead } from '../../documents/constants.ts'
import { designChannel } from '../../documents/designed.ts'
import type { DocumentRegistry } from '../../documents/registry.ts'
import type { DocumentServices } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { ReadServices } from '../../records/services.ts'
import { forceTables, requireTyped, tableNameOf } from './force-tables.ts'
import { inspectDocument } from './inspect.ts'
import { readPastedRows } from './pasted-rows.ts'
import { designRelease, designWrite } from './permissions.ts'
import {
  DocumentPath,
  DraftBody,
  documentIdOf,
  documentPlace,
  InspectBody,
  ReleaseBody,
  RevisionQuery,
} from './shape.ts'
import { trySmoke } from './smoke-test.ts'
import { readSources } from './sources.ts'
import {
  type Draft,
  latestRevision,
  readDraft,
  readDraftOwners,
  readRevision,
  readRevisions,
  removeDraft,
  storeDraft,
  storeRevision,
} from './store.ts'

export interface DesignServices
  extends Omit<DocumentServices, 'dictionaries'>,
    Pick<ReadServices, 'dictionaries' | 'handlers'> {
  documents: DocumentRegistry
  reloadDocuments(): Promise<unknown>
}

const refuse = defineRefusals({
  DESIGN_NO_DRAFT: '没有草稿可以发布，请先修改',
  DESIGN_ID: '文档的 id 应为 {id}',
  DESIGN_UNCHANGED: '草稿与现在用的相同，不用发布',
  DESIGN_CONFLICT: '别人已经改了同一处，请先选定用哪一个',
  DESIGN_PROBLEMS: '文档有错误，请先改好再发布',
  DESIGN_MEANWHILE: '刚刚有人发布了这个文档，请再发布一次',
  DESIGN_PLAN: '有的步骤会丢数据，请先确认：{steps}',
  DESIGN_SMOKE: '试用没有通过，没有发布：{faults}',
})

type OfDocument = { Params: DocumentPath }

/** Drafts, revisions and releases of documents. A draft is its author's own until it is released. */
export const designRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, config, documents, reloadDocuments } = services
  const sourceOf = async (id: string) => (await readSources(config, db.app)).get(id)
  const read = { access: designRead }
  const write = { access: designWrite }

  app.get('/design/documents', { config: read }, async () => {
    const owners = await readDraftOwners(db.app)
    const sources = await readSources(config, db.app)
    const rows = [...sources.values()].map(({ id, origin, current, conflicts }) => ({
      id,
      title: current.title,
      kind: current.kind,
      base: isOverlay(current) ? current.extends : null,
      origin,
      conflicts: conflicts.length,
      problems: (documents.entry(id)?.problems ?? documents.broken().get(id) ?? []).length,
      drafts: owners.filter((draft) => draft.documentId === id),
    }))
    const fresh = owners.filter(({ documentId }) => !sources.has(documentId))
    return ok({ documents: rows, newDrafts: fresh })
  })

  app.get<OfDocument>(documentPlace, { config: read, schema: { params: DocumentPath } }, async (request) => {
    const id = documentIdOf(request)
    const source = await sourceOf(id)
    const draft = await readDraft(db.app, id, request.user.id)
    if (!source && !draft) throw appError('NO_ENTITY')
    const { current = null, shipped = null, origin = null, conflicts = [] } = source ?? {}
    return ok({
      id,
      origin,
      current,
      draft,
      revision: await latestRevision(db.app, id),
      pastedRows: (await readPastedRows(db.app, id, request.user.id))?.rows.length ?? 0,
      changes: shipped && current ? wordsOf(shipped, current) : [],
      conflicts: conflictWords(conflicts, shipped, current),
    })
  })

  app.get<OfDocument>(
    `${documentPlace}/revisions`,
    { config: read, schema: { params: DocumentPath } },
    async (request) => ok(await readRevisions(db.app, documentIdOf(request))),
  )

  app.get<OfDocument & { Querystring: RevisionQuery }>(
    `${documentPlace}/revision`,
    { config: read, schema: { params: DocumentPath, querystring: RevisionQuery } },
    async (request) => {
      const { revision } = request.query
      const body = await readRevision(db.app, documentIdOf(request), revision)
      if (!body) throw appError('NO_ENTITY')
      const previous = await readRevision(db.app, documentIdOf(request), revision - 1)
      return ok({ revision, body, changes: previous ? wordsOf(previous, body) : [] })
    },
  )

  app.route<OfDocument & { Body: DraftBody }>({
    method: 'PUT',
    url: `${documentPlace}/draft`,
    config: write,
    schema: { params: DocumentPath, body: DraftBody },
    handler: async (request) => {
      const id = documentIdOf(request)
      if (request.body.body.id !== id) throw refuse('DESIGN_ID', { values: { id } })
      await db.write((trx) => storeDraft(trx, id, request.user.id, request.body))
      return ok(null, errorText('SAVED'))
    },
  })

  app.route<OfDocument>({
    method: 'DELETE',
    url: `${documentPlace}/draft`,
    config: write,
    schema: { params: DocumentPath },
    handler: async (request) => {
      if (!(await db.write((trx) => removeDraft(trx, documentIdOf(request), request.user.id))))
        throw appError('NO_ENTITY')
      return ok(null, '删除成功!')
    },
  })

  app.route<OfDocument & { Body: InspectBody }>({
    method: 'POST',
    url: `${documentPlace}/inspect`,
    config: write,
    schema: { params: DocumentPath, body: InspectBody },
    handler: async (request) => {
      const sources = await readSources(config, db.app)
      const { problems, steps } = await inspectDocument(
        services,
        sources,
        documentIdOf(request),
        request.body.body,
      )
      return ok({ problems, steps })
    },
  })

  app.route<OfDocument & { Body: ReleaseBody }>({
    method: 'POST',
    url: `${documentPlace}/release`,
    config: { access: designRelease },
    schema: { params: DocumentPath, body: ReleaseBody },
    handler: async (request) => {
      const id = documentIdOf(request)
      const { user } = request
      const draft = await readDraft(db.app, id, user.id)
      if (!draft) throw refuse('DESIGN_NO_DRAFT')
      const sources = await readSources(config, db.app)
      const source = sources.get(id)
      const before = await latestRevision(db.app, id)
      const { document: body, conflicts } = mergeDraft(draft, source?.current ?? null)
      if (conflicts.length > 0) {
        const words = conflictWords(conflicts, draft.base, draft.body)
        throw refuse('DESIGN_CONFLICT', { result: { conflicts: words, current: source?.current ?? null } })
      }
      if (source && diffDocuments(source.current, body).length === 0) throw refuse('DESIGN_UNCHANGED')
      const {
        problems,
        steps,
        document,
        documents: planned,
      } = await inspectDocument(services, sources, id, body)
      if (problems.length > 0) throw refuse('DESIGN_PROBLEMS', { result: { problems } })
      const { note, table } = request.body
      const waiting = steps.filter(({ additive, blocks }) => blocks && !additive)
      if (waiting.length > 0 && table === undefined)
        throw refuse('DESIGN_PLAN', {
          values: { steps: waiting.map(({ text }) => text).join('；') },
          result: { steps },
        })
      if (waiting.length > 0) requireTyped(tableNameOf(body), table)
      const screen = document && ofKind(document, 'screen')
      const faults = screen ? await trySmoke(services, planned, screen, user, waiting.length > 0) : []
      if (faults.length > 0)
        throw refuse('DESIGN_SMOKE', { values: { faults: faults.join('；') }, result: { faults } })
      if (waiting.length > 0) await forceTables(db, planned, tableNameOf(body), table)
      const revision = await db.write(async (trx) => {
        // A release between the reading and now would be overwritten.
        if ((await latestRevision(trx, id)) !== before) throw refuse('DESIGN_MEANWHILE')
        // The first release of a document that another source had keeps that state as a revision to return to.
        if (source && before === 0)
          await storeRevision(trx, id, source.shipped, {
            body: source.current,
            note: '原来的',
            author: 'system',
          })
        const number = await storeRevision(trx, id, source?.shipped ?? null, {
          body,
          note,
          author: user.username,
        })
        await removeDraft(trx, id, user.id)
        await db.notify(designChannel, id, trx)
        return number
      })
      await reloadDocuments()
      return ok({ revision, problems: documents.entry(id)?.problems ?? documents.broken().get(id) ?? [] })
    },
  })
}

/** The draft with the releases of others since it was started. */
function mergeDraft(
  { base, body }: Draft,
  current: JsonObject | null,
): { document: JsonObject; conflicts: ChangeConflict[] } {
  if (isSameJson(base, current)) return { document: body, conflicts: [] }
  return mergeDocuments(base ?? {}, body, current ?? {})
}

const wordsOf = (before: JsonObject, after: JsonObject): string[] =>
  diffDocuments(before, after).map((change) => describeChange(change, before, after))

const conflictWords = (
  conflicts: readonly ChangeConflict[],
  before: JsonObject | null,
  after: JsonObject | null,
) =>
  conflicts.map(({ change, current }) => ({
    path: change.path,
    text: describeChange(change, before ?? {}, after ?? {}),
    current,
  }))
