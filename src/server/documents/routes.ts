import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { permOf } from '#runtime/schema/derive.ts'
import { publicView } from '#runtime/schema/public.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import type { Services } from '../app/services.ts'
import { ok } from '../platform/http/envelope.ts'
import { sendTagged } from '../platform/http/tagged.ts'
import { holds, type SessionUser } from '../platform/http/user.ts'
import { type PickedFrom, pickedView, readableScope, sourceOf } from './readable-scope.ts'
import { pathOf } from './register.ts'
import { type DocumentRegistry, type FileProblem, type RegistryEntry, writtenOf } from './registry.ts'
import { draftProblems } from './validate.ts'

export const designRead = 'design:read'

/**
 * The code that a document requires: the list code of a screen or report; a form's or panel's own, or none; a picker's own, or its source's;
 * dictionaries are limited to designers.
 */
function codeOf(documents: DocumentRegistry, { document }: RegistryEntry, user: SessionUser): string | null {
  if (document.kind === 'screen' || document.kind === 'report') return `${permOf(document)}:list`
  if (document.kind === 'form' || document.kind === 'panel') return document.perm ?? null
  if (document.kind === 'dict') return designRead
  if (document.perm && holds(user, document.perm)) return document.perm
  const source = sourceOf(documents, document)
  return source ? `${permOf(source.document)}:list` : designRead
}

const mayOpen = (user: SessionUser, code: string | null): boolean => code === null || holds(user, code)

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/** The revision that this user sees: visible problems make it a different answer with a different revision. */
export const shownRev = (rev: string, problems: readonly FileProblem[], isDesigner: boolean): string =>
  isDesigner && problems.length > 0 ? `${rev}-${digest(problems)}` : rev

const views = new WeakMap<object, unknown>()
const viewOf = ({ document }: RegistryEntry): unknown => {
  const view = views.get(document) ?? publicView(document)
  views.set(document, view)
  return view
}

/** The path of a document with a menu entry; others have none. */
const placeOf = (id: string, menu: { path?: string } | undefined): { path?: string } =>
  menu ? { path: menu.path ?? pathOf(id) } : {}

/** Routes that serve documents to browsers. */
export function documentRoutes(app: FastifyInstance, { documents, permissions }: Services): void {
  const index = (user: SessionUser): IndexEntry[] => {
    const isDesigner = holds(user, designRead)
    return documents.entries().flatMap((entry) => {
      if (!mayOpen(user, codeOf(documents, entry, user))) return []
      const { id, document, problems } = entry
      const head = {
        id,
        title: document.title,
        kind: document.kind,
        rev: shownRev(entry.rev, problems, isDesigner),
      }
      if (document.kind === 'screen') {
        return { ...head, components: [id, ...(document.component ?? [])], ...placeOf(id, document.menu) }
      }
      if (document.kind === 'form' || document.kind === 'panel')
        return { ...head, components: [id, ...(document.component ?? [])] }
      if (document.kind === 'report') {
        const { code, component = [] } = document
        return { ...head, components: [id, ...component], ...placeOf(id, document.menu), code }
      }
      return { ...head, components: [document.code], code: document.code }
    })
  }

  app.get('/schema/index', { config: { access: 'self', cacheable: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return sendTagged(request, reply, index(request.user))
  })

  const idOf = (request: FastifyRequest): string => {
    const { group, name } = request.params as { group: string; name: string }
    return `${group}/${name}`
  }

  app.get(
    '/schema/documents/:group/:name',
    { config: { access: 'self', cacheable: true } },
    async (request, reply) => {
      const id = idOf(request)
      const entry = documents.entry(id)
      const isDesigner = holds(request.user, designRead)
      const broken = documents.broken().get(id)
      if (!entry) {
        if (!broken || !isDesigner) throw appError('NOT_FOUND')
        return ok({ id, rev: shownRev('', broken, true), document: null, problems: broken })
      }
      const { document } = entry
      const sight =
        document.kind === 'screen' || document.kind === 'report'
          ? readableScope(documents, document, (code) => holds(request.user, code))
          : { code: codeOf(documents, entry, request.user), only: null }
      if (sight.code !== null && !holds(request.user, sight.code))
        throw appError('FORBIDDEN', { result: await permissions.explain(sight.code) })
      // A part of a document has no revision for caching.
      if (sight.only)
        return ok({ id, rev: '', document: pickedView(viewOf(entry) as PickedFrom, sight.only) })
      const rev = shownRev(entry.rev, entry.problems, isDesigner)
      const asked = (request.query as Record<string, unknown>).rev
      const problems = isDesigner && entry.problems.length > 0 ? { problems: entry.problems } : {}
      const result = { id, rev, document: viewOf(entry), ...problems }
      if (asked !== rev) return ok(result)
      reply.header('cache-control', 'private, max-age=31536000, immutable')
      return sendTagged(request, reply, result)
    },
  )

  app.get('/schema/source/:group/:name', { config: { access: designRead } }, async (request) => {
    const id = idOf(request)
    const entry = documents.entry(id)
    const problems = entry?.problems ?? documents.broken().get(id)
    if (!problems) throw appError('NOT_FOUND')
    return ok({ id, rev: entry?.rev ?? '', document: entry ? writtenOf(entry) : null, problems })
  })

  // Checks a document without storing it, for designers who have not saved it as a file yet.
  app.post('/schema/check', { config: { access: designRead } }, async ({ body }) =>
    ok(draftProblems(body, documents.entries().map(writtenOf))),
  )
}
