import { appError, errorText } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { restoreNames } from '#runtime/schema/rename/draft-names.ts'
import { designRead } from '../../documents/check/constants.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { readCompanions, readOwnCompanions } from './companions.ts'
import { refuseChanged } from './draft-changed.ts'
import { inspectDocument } from './inspect.ts'
import { designRelease, designWrite } from './permissions.ts'
import { conflictWords } from './release/conflicts.ts'
import { releaseDraft } from './release/release.ts'
import type { DesignServices } from './services.ts'
import {
  DesignPath,
  DiscardQuery,
  DraftBody,
  documentPlace,
  InspectBody,
  ReleaseBody,
  RevisionQuery,
} from './shape.ts'
import {
  latestRevision,
  readDraft,
  readDraftOwners,
  readRevision,
  readRevisions,
  readStates,
  removeDraft,
  storeDraft,
} from './store.ts'
import { readPastedRows } from './tables/pasted-rows.ts'
import { readStoredSamples } from './tables/samples.ts'
import { documentGone, readSource, readSources } from './tables/sources.ts'

const refuse = defineRefusals({
  DESIGN_ID: '文档的 id 应为 {id}',
  DESIGN_NO_REVISION: '没有第 {revision} 版，请刷新后再选',
})

/** Drafts, revisions and releases of documents. A draft is its author's own until it is released. */
export const designRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, config, documents } = services
  const findSource = (id: string) => readSource(config, db.app, id)
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
    // Ids that are taken; whose drafts they are stays private.
    const newDrafts = owners.flatMap(({ documentId }) => (sources.has(documentId) ? [] : [{ documentId }]))
    return ok({ documents: rows, newDrafts })
  })

  app.get(documentPlace, { config: read, schema: { params: DesignPath } }, async (request) => {
    const id = readDocumentId(request)
    const source = await findSource(id)
    const draft = await readDraft(db.app, id, request.user.id)
    if (!source && !draft) throw documentGone()
    const { current = null, shipped = null, origin = null, conflicts = [] } = source ?? {}
    return ok({
      id,
      origin,
      current,
      draft,
      revision: await latestRevision(db.app, id),
      pastedRows: (await readPastedRows(db.app, id, request.user.id))?.rows.length ?? 0,
      hasSamples: (await readStoredSamples(db.app, id)).length > 0,
      changes: shipped && current ? describeChanges(shipped, current) : [],
      conflicts: conflictWords(conflicts, shipped, current),
    })
  })

  app.get(`${documentPlace}/revisions`, { config: read, schema: { params: DesignPath } }, async (request) =>
    ok(await readRevisions(db.app, readDocumentId(request))),
  )

  app.get(
    `${documentPlace}/revision`,
    { config: read, schema: { params: DesignPath, querystring: RevisionQuery } },
    async (request) => {
      const { revision } = request.query
      const id = readDocumentId(request)
      const states = await readStates(db.app, id, revision)
      const [body] = states
      if (!body) throw refuse('DESIGN_NO_REVISION', { values: { revision: String(revision) } })
      const previous = await readRevision(db.app, id, revision - 1)
      const { current } = (await findSource(id)) ?? {}
      return ok({
        revision,
        body,
        restored: restoreNames(current ? [...states, current] : states),
        changes: previous ? describeChanges(previous, body) : [],
      })
    },
  )

  app.route({
    method: 'PUT',
    url: `${documentPlace}/draft`,
    config: write,
    schema: { params: DesignPath, body: DraftBody },
    handler: async (request) => {
      const id = readDocumentId(request)
      const { user, body } = request
      // A released document gets another id with the release of its draft.
      if (body.body.id !== id && body.base === null) throw refuse('DESIGN_ID', { values: { id } })
      // A page learns that the document is gone; its next draft is of a new one.
      const isGone = body.previous !== undefined && body.base !== null && !(await findSource(id))
      if (isGone || !(await db.write((trx) => storeDraft(trx, id, user.id, body, body))))
        throw await refuseChanged(services, id, user)
      return ok(null, errorText('SAVED'))
    },
  })

  const ownCompanions = async (id: string, user: SessionUser) => {
    const draft = await readDraft(db.app, id, user.id)
    if (!draft) throw appError('NO_ENTITY')
    return readOwnCompanions(db.app, await readSources(config, db.app), { id, body: draft.body }, user.id)
  }

  app.get(
    `${documentPlace}/draft/companions`,
    { config: write, schema: { params: DesignPath } },
    async (request) => {
      const companions = await ownCompanions(readDocumentId(request), request.user)
      return ok(companions.map(({ id, body }) => ({ id, title: body.title })))
    },
  )

  app.route({
    method: 'DELETE',
    url: `${documentPlace}/draft`,
    config: write,
    schema: { params: DesignPath, querystring: DiscardQuery },
    handler: async (request) => {
      const { user, query } = request
      const id = readDocumentId(request)
      const companions = query.companions ? await ownCompanions(id, user) : []
      const isRemoved = await db.write(async (trx) => {
        if (!(await removeDraft(trx, id, user.id, query))) return false
        for (const companion of companions) await removeDraft(trx, companion.id, user.id)
        return true
      })
      if (!isRemoved)
        throw query.previous === undefined ? appError('NO_ENTITY') : await refuseChanged(services, id, user)
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'POST',
    url: `${documentPlace}/inspect`,
    config: { ...write, reads: true },
    schema: { params: DesignPath, body: InspectBody },
    handler: async (request) => {
      const sources = await readSources(config, db.app)
      const draft = { id: readDocumentId(request), body: request.body.body }
      const companions = await readCompanions(db.app, sources, draft, request.user.id)
      const { problems, warnings, steps, renames, named } = await inspectDocument(
        services,
        request.user,
        sources,
        draft.id,
        draft.body,
        companions,
      )
      return ok({
        problems,
        warnings,
        steps,
        renames,
        named,
        companions: companions.map(({ id, body }) => ({ id, title: body.title, body })),
      })
    },
  })

  app.route({
    method: 'POST',
    url: `${documentPlace}/release`,
    config: { access: designRelease },
    schema: { params: DesignPath, body: ReleaseBody },
    handler: async (request) => {
      return ok(await releaseDraft(services, request.user, readDocumentId(request), request.body))
    },
  })
}

const describeChanges = (before: JsonObject, after: JsonObject): string[] =>
  diffDocuments(before, after).map((change) => describeChange(change, before, after))
