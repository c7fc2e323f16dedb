import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import type { Document } from '#runtime/schema/documents.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { ok } from '../platform/http/envelope.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { sendTagged } from '../platform/http/requests/tagged.ts'
import { holds, type SessionUser } from '../platform/http/requests/user.ts'
import { designRead } from './check/constants.ts'
import { storedProblems } from './check/stored-names.ts'
import { readDocumentId } from './document-path.ts'
import type { AnyServerKind } from './kinds/contract.ts'
import { getServerKind, serverKinds } from './kinds/index.ts'
import { findSource } from './kinds/picked-source.ts'
import { isLed, taskParts } from './led-screens.ts'
import { faultyEntryId, faultyIndexEntry } from './library/faulty-entries.ts'
import {
  type DocumentRegistry,
  type FileProblem,
  getWritten,
  type RegistryEntry,
} from './library/registry.ts'
import type { DocumentServices } from './services.ts'
import { draftProblems } from './validate.ts'

const refuse = defineRefusals({
  PICKER_RIGHT_MISSING: '打不开「{picker}」：您的角色没有{right}的权限，请系统管理员授权',
})

const mayOpen = (user: SessionUser, code: string | null): boolean => code === null || holds(user, code)

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/** The document hash for this user: an answer with problems has another hash than the answer without problems. */
export const visibleHash = (
  documentHash: string,
  problems: readonly FileProblem[],
  isDesigner: boolean,
): string => (isDesigner && problems.length > 0 ? `${documentHash}-${digest(problems)}` : documentHash)

const views = new WeakMap<object, object>()
const getView = ({ document }: RegistryEntry): object => {
  const view = views.get(document) ?? publicView(document)
  views.set(document, view)
  return view
}

/** The hash of a document whose view depends on a workflow too. */
const hashWithFilters = (
  { id, documentHash }: RegistryEntry,
  documents: Pick<DocumentRegistry, 'entries'>,
): string => (isLed(documents, id) ? `${documentHash}-tasks` : documentHash)

/** The index entry of the document, with the given document hash. */
export const buildIndexEntry = (
  { id, document }: Pick<RegistryEntry, 'id' | 'document'>,
  documentHash: string,
  kinds: readonly AnyServerKind[] = serverKinds,
): IndexEntry => ({
  id,
  title: document.title,
  kind: document.kind,
  rev: documentHash,
  ...getServerKind(document, kinds).indexEntry(document),
})

/** Routes that send documents and their index to the browser. */
export function documentRoutes(
  app: FastifyInstance,
  { db, documents, permissions, registeredNames }: DocumentServices & { documents: DocumentRegistry },
): void {
  const index = (user: SessionUser): IndexEntry[] => {
    const isDesigner = holds(user, designRead)
    const can = (code: string) => holds(user, code)
    const faulty = isDesigner
      ? [...documents.broken()].map(([id, problems]) => faultyIndexEntry(id, visibleHash('', problems, true)))
      : []
    const valid = documents.entries().flatMap((entry) => {
      const { document, problems } = entry
      if (!mayOpen(user, getServerKind(document).openCode(document, documents, can))) return []
      const visible = visibleHash(hashWithFilters(entry, documents), problems, isDesigner)
      const addCode = getServerKind(document).addCode?.(document)
      const canAdd = addCode !== undefined && can(addCode)
      return { ...buildIndexEntry(entry, visible), ...(canAdd && { canAdd }) }
    })
    return [...valid, ...faulty]
  }

  app.get('/schema/index', { config: { access: 'self', cacheable: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return sendTagged(request, reply, index(request.user))
  })

  app.get(
    '/schema/documents/:group/:name',
    { config: { access: 'self', cacheable: true } },
    async (request, reply) => {
      const id = readDocumentId(request)
      const entry = documents.entry(id)
      const isDesigner = holds(request.user, designRead)
      const broken = documents.broken().get(id)
      if (!entry) {
        if (!broken || !isDesigner) throw appError('NOT_FOUND')
        return ok({
          id,
          rev: visibleHash('', broken, true),
          document: null,
          title: (await permissions.rows()).find((row) => row.id === faultyEntryId(id))?.name ?? id,
          problems: broken,
        })
      }
      const { document } = entry
      const kind = getServerKind(document)
      const can = (code: string) => holds(request.user, code)
      const scope = kind.readableScope?.(document, documents, can) ?? {
        code: kind.openCode(document, documents, can),
        only: null,
      }
      if (scope.code !== null && !holds(request.user, scope.code))
        throw appError('FORBIDDEN', { result: await permissions.explain(scope.code) })
      // A part of a document has no hash and is not cached.
      if (scope.only)
        return ok({ id, rev: '', document: kind.pickedView?.(getView(entry) as Document, scope.only) })
      const documentHash = visibleHash(hashWithFilters(entry, documents), entry.problems, isDesigner)
      const requestedHash = (request.query as Record<string, unknown>).rev
      const problems = isDesigner && entry.problems.length > 0 ? { problems: entry.problems } : {}
      const led = isLed(documents, id) ? documents.screen(id)?.document : undefined
      const view = { ...getView(entry), ...(led && taskParts(led)) }
      const result = { id, rev: documentHash, document: view, ...problems }
      if (requestedHash !== documentHash) return ok(result)
      reply.header('cache-control', 'private, max-age=31536000, immutable')
      return sendTagged(request, reply, result)
    },
  )

  // The index lists only pickers that the user may open: this says why a picker that a form names is not among them.
  app.get('/schema/pickers/:code', { config: { access: 'self' } }, async ({ user, params }) => {
    const entry = documents.picker((params as { code: string }).code)
    if (!entry) throw appError('NOT_FOUND')
    const { id, document } = entry
    const can = (code: string) => holds(user, code)
    if (!mayOpen(user, getServerKind(document).openCode(document, documents, can))) {
      const source = findSource(documents, document)?.document.title ?? document.title
      const right =
        document.needs === undefined
          ? `「${source}」的「查询」`
          : `「${document.title}」或「${source}」的「查询」`
      throw refuse('PICKER_RIGHT_MISSING', { values: { picker: document.title, right } })
    }
    return ok({ id })
  })

  app.get('/schema/source/:group/:name', { config: { access: designRead } }, async (request) => {
    const id = readDocumentId(request)
    const entry = documents.entry(id)
    const problems = entry?.problems ?? documents.broken().get(id)
    if (!problems) throw appError('NOT_FOUND')
    return ok({ id, rev: entry?.documentHash ?? '', document: entry ? getWritten(entry) : null, problems })
  })

  // For authors, before a document becomes a file: checks it and stores nothing.
  app.post('/schema/check', { config: { access: designRead, reads: true } }, async ({ body }) => {
    const problems = await draftProblems(body, documents.entries().map(getWritten), registeredNames)
    if (problems.length > 0) return ok(problems)
    const stored = await storedProblems(db.app, [body])
    return ok(stored.map(({ problem }) => problem))
  })
}
