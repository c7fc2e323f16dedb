import Type from 'typebox'
import { readDocumentId } from '../../../documents/document-path.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { designRelease, designWrite } from '../permissions.ts'
import type { DesignServices } from '../services.ts'
import { DesignPath, DraftVersion, documentPlace } from '../shape.ts'
import { addComment, decideReview, openReview, requestReview, resolveThread } from './review.ts'
import { readReviewers, readReviews } from './store.ts'

const Id = Type.String({ minLength: 1, maxLength: 36 })
const Note = Type.String({ maxLength: 500 })
const strict = { additionalProperties: false }

const ReviewPath = Type.Object({ review: Id })
const RemovalBody = Type.Object({ kind: Type.Literal('remove'), isDropped: Type.Boolean() }, strict)
/** The version of the draft, or an operation on the released document. */
const RequestBody = Type.Object(
  {
    reviewerId: Id,
    note: Note,
    previous: Type.Optional(DraftVersion),
    operation: Type.Optional(RemovalBody),
  },
  strict,
)
const CommentBody = Type.Object(
  {
    path: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
    text: Type.String({ minLength: 1, maxLength: 2000 }),
    threadId: Type.Optional(Id),
  },
  strict,
)
const DecisionBody = Type.Object({ isApproval: Type.Boolean(), answer: Note }, strict)

/** Reviews of drafts. A review is open to its author and its reviewer only. */
export const reviewRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, config } = services
  const write = { access: designWrite }

  app.get('/design/reviewers', { config: write }, async ({ user }) =>
    ok(await readReviewers(db.app, designRelease, user.id)),
  )

  app.get(`${documentPlace}/reviews`, { config: write, schema: { params: DesignPath } }, async (request) => {
    const reviews = await readReviews(db.app, readDocumentId(request), request.user.id)
    return ok({
      isRequired: config.designReview,
      reviews: reviews.map(({ id, reviewer, operation, state, answer, createTime }) => ({
        id,
        operation,
        reviewer,
        state,
        answer,
        createTime,
      })),
    })
  })

  app.route({
    method: 'POST',
    url: `${documentPlace}/reviews`,
    config: write,
    schema: { params: DesignPath, body: RequestBody },
    handler: async (request) =>
      ok(await requestReview(services, request.user, readDocumentId(request), request.body), '已送审'),
  })

  app.get(
    '/design/reviews/:review',
    { config: write, schema: { params: ReviewPath } },
    async ({ user, params }) => ok(await openReview(services, user, params.review)),
  )

  app.route({
    method: 'POST',
    url: '/design/reviews/:review/comments',
    config: write,
    schema: { params: ReviewPath, body: CommentBody },
    handler: async ({ user, params, body }) => {
      await addComment(services, user, params.review, body)
      return ok(null, '意见已发出')
    },
  })

  app.route({
    method: 'PUT',
    url: '/design/reviews/:review/comments/:comment',
    config: write,
    schema: {
      params: Type.Object({ review: Id, comment: Id }),
      body: Type.Object({ resolved: Type.Boolean() }, strict),
    },
    handler: async ({ user, params, body }) => {
      await resolveThread(services, user, params.review, params.comment, body.resolved)
      return ok(null, body.resolved ? '已标为解决' : '已重新打开')
    },
  })

  app.route({
    method: 'POST',
    url: '/design/reviews/:review/decision',
    config: { access: designRelease },
    schema: { params: ReviewPath, body: DecisionBody },
    handler: async ({ user, params, body }) => {
      await decideReview(services, user, params.review, body)
      return ok(null, body.isApproval ? '已同意' : '已退回')
    },
  })
}
