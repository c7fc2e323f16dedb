import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { isStorable, storableText } from '#runtime/kernel/text/text.ts'
import { partAt } from '#runtime/schema/changes/apply.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { newId } from '../../../records/write.ts'
import { buildMessageSender } from '../../announcement/interface.ts'
import { type Companion, readCompanions } from '../companions.ts'
import { refuseChanged } from '../draft-changed.ts'
import { designRelease } from '../permissions.ts'
import { refuseRelease } from '../refusals.ts'
import { planRenames, type RenameStep } from '../rename/plan-renames.ts'
import type { DesignServices } from '../services.ts'
import { readDraft } from '../store.ts'
import { documentGone, readSource, readSources } from '../tables/sources.ts'
import { describeOperation, fingerprintOperation, type Operation } from './operation.ts'
import {
  fingerprintDraft,
  isApproved,
  type Review,
  readComments,
  readReview,
  readReviewers,
  useApprovals,
} from './store.ts'

const refuse = defineRefusals({
  DESIGN_REVIEWER: '这个人没有发布的权限，或者是您自己，请另选一位',
  DESIGN_REVIEW_CHANGED: '送审以后又改过，请让「{author}」重新请人审核',
  DESIGN_REVIEW_DONE: '这次审核已有结论，请刷新后再看',
  DESIGN_REVIEW_TEXT: '意见里有不能保存的字符，请重新输入：{text}',
  DESIGN_REVIEW_PART: '没有这一处，请刷新后再写意见',
  DESIGN_REVIEW_REQUIRED:
    '发布前要有另一个人审核：请点「请人审核」，等他同意现在的草稿；同意以后又改过的要重新审',
  DESIGN_REVIEW_OPERATION:
    '{operation}之前要有另一个人审核：请在设计器的删除窗口里点「请人审核」，等他同意以后再做一次',
})

type Services = Pick<DesignServices, 'db' | 'config' | 'registeredNames'>

const requireStorable = (text: string): void => {
  if (!isStorable(text))
    throw refuse('DESIGN_REVIEW_TEXT', { values: { text: storableText(text).slice(0, 40) } })
}

/** The user's draft with the fingerprint of what its release would store. */
async function readFingerprinted({ db, config }: Services, id: string, userId: string) {
  const draft = await readDraft(db.app, id, userId)
  if (!draft) return null
  const companions = await readCompanions(
    db.app,
    await readSources(config, db.app),
    { id, body: draft.body },
    userId,
  )
  return { draft, fingerprint: fingerprintDraft(draft.body, companions) }
}

/** Tells a user of a review; the message opens it. */
function tell(
  { db }: Services,
  trx: Trx,
  userId: string,
  title: string,
  { id, documentId }: Pick<Review, 'id' | 'documentId'>,
  text: string,
) {
  const page = `/online/cgform?${new URLSearchParams({ design: documentId, review: id })}`
  const notify = (channel: string, payload: string) => db.notify(channel, payload, trx)
  return buildMessageSender({ trx, notify })({ userId, title, text, page })
}

/** What is sent for review. */
type Subject = Pick<Review, 'base' | 'body' | 'fingerprint' | 'operation'>

async function readDraftSubject(
  services: Services,
  user: SessionUser,
  id: string,
  previous: string | undefined,
): Promise<Subject> {
  const found = await readFingerprinted(services, id, user.id)
  if (!found) throw refuseRelease('DESIGN_NO_DRAFT')
  const { draft, fingerprint } = found
  if (draft.version !== previous) throw await refuseChanged(services, id, user)
  return { base: draft.base, body: draft.body, fingerprint, operation: null }
}

async function readOperationSubject(
  { db, config }: Services,
  id: string,
  operation: Operation,
): Promise<Subject> {
  const source = await readSource(config, db.app, id)
  if (!source) throw documentGone()
  const { current } = source
  return {
    base: current,
    body: current,
    fingerprint: fingerprintOperation(operation, current),
    operation: describeOperation(operation, current).slice(0, 500),
  }
}

interface ReviewRequest {
  reviewerId: string
  note: string
  /** The version of the draft that the page shows; without an operation. */
  previous?: string | undefined
  operation?: Operation | undefined
}

/** Sends the user's draft, as it is now, or an operation on a released document to a person who may release it. */
export async function requestReview(
  services: Services,
  user: SessionUser,
  id: string,
  { reviewerId, note, previous, operation }: ReviewRequest,
): Promise<string> {
  requireStorable(note)
  const { db } = services
  const subject = operation
    ? await readOperationSubject(services, id, operation)
    : await readDraftSubject(services, user, id, previous)
  const reviewers = await readReviewers(db.app, designRelease, user.id)
  if (!reviewers.some((person) => person.id === reviewerId)) throw refuse('DESIGN_REVIEWER')
  const review = { id: newId(), documentId: id }
  await db.write(async (trx) => {
    await sql`
      insert into sys_design_review (id, document_id, author_id, reviewer_id, base, body, fingerprint, note, operation)
      values (${review.id}, ${id}, ${user.id}, ${reviewerId}, ${subject.base && JSON.stringify(subject.base)}::json,
        ${JSON.stringify(subject.body)}::json, ${subject.fingerprint}, ${note}, ${subject.operation})`.execute(
      trx,
    )
    const title = `${user.realname}请您审核「${String(subject.body.title ?? id)}」`
    await tell(services, trx, reviewerId, title, review, note || subject.operation || '点开看改了什么')
  })
  return review.id
}

/** A review for its author or reviewer. Throws NO_ENTITY for everybody else. */
async function requireReview({ db }: Services, id: string, user: SessionUser): Promise<Review> {
  const review = await readReview(db.app, id, user.id)
  if (!review) throw appError('NO_ENTITY')
  return review
}

/** Whether the author has changed the draft, or discarded or released it, since the review began; or somebody the document. */
async function isChangedSince(
  services: Services,
  { documentId, authorId, fingerprint, operation, base }: Review,
): Promise<boolean> {
  if (operation === null)
    return (await readFingerprinted(services, documentId, authorId))?.fingerprint !== fingerprint
  const source = await readSource(services.config, services.db.app, documentId)
  return !isSameJson(source?.current ?? null, base)
}

/** A review with what changed, part by part, and the comments; `isGone` marks comments whose part is not in the draft any more. */
export async function openReview(services: Services, user: SessionUser, id: string) {
  const found = await requireReview(services, id, user)
  const { fingerprint: _, ...review } = found
  const { base, renames } = await readNamed(services, found)
  const draft =
    review.operation === null ? await readDraft(services.db.app, review.documentId, review.authorId) : null
  const present = draft?.body ?? review.body
  return {
    ...review,
    isAuthor: review.authorId === user.id,
    isChanged: await isChangedSince(services, found),
    renames,
    changes: diffDocuments(base, review.body).map((change) => ({
      path: change.path,
      text: describeChange(change, base, review.body),
    })),
    comments: (await readComments(services.db.app, id)).map((comment) => ({
      ...comment,
      isGone: findPart(present, review.base, comment.path) === undefined,
    })),
  }
}

/** The document of a review with the names that its draft gives, and these with what follows them. */
async function readNamed(
  services: Services,
  { documentId, base, body }: Review,
): Promise<{ base: JsonObject; renames: RenameStep[] }> {
  const sources = await readSources(services.config, services.db.app)
  const source = sources.get(documentId)
  if (!base || !source) return { base: base ?? {}, renames: [] }
  sources.set(documentId, { ...source, current: base })
  const names = await planRenames(services, sources, documentId, body)
  return { base: names.sources.get(names.id)?.current ?? base, renames: names.steps }
}

/** The part at a path in a document or in the one from which it was made; a renamed member is found by its note. */
function findPart(document: JsonObject, base: JsonObject | null, path: readonly string[]): unknown {
  const part = partAt(document, path) ?? partAt(document, followNames(document, path))
  // A part that the draft removes is commented where it was.
  return part ?? (base ? partAt(base, path) : undefined)
}

/** The path with the present names of members that have other ones than at the comment. */
function followNames(document: JsonObject, path: readonly string[]): string[] {
  const present: string[] = []
  for (const step of path) {
    const list = present.length === 0 ? undefined : partAt(document, present)
    const renamed = Array.isArray(list)
      ? list.find((member) => isJsonObject(member) && member.renamedFrom === step)
      : undefined
    present.push(isJsonObject(renamed) && typeof renamed.key === 'string' ? renamed.key : step)
  }
  return present
}

/** Adds a comment at a part, or to a thread. The other one of author and reviewer gets a message. */
export async function addComment(
  services: Services,
  user: SessionUser,
  id: string,
  { path, text, threadId }: { path: string[]; text: string; threadId?: string | undefined },
): Promise<void> {
  requireStorable(text)
  const review = await requireReview(services, id, user)
  const threads = (await readComments(services.db.app, id)).filter((comment) => comment.threadId === null)
  const thread = threads.find((comment) => comment.id === threadId)
  if (threadId !== undefined && !thread) throw refuse('DESIGN_REVIEW_PART')
  const at = thread?.path ?? path
  if (!thread && at.length > 0 && findPart(review.body, review.base, at) === undefined)
    throw refuse('DESIGN_REVIEW_PART')
  const other = user.id === review.authorId ? review.reviewerId : review.authorId
  await services.db.write(async (trx) => {
    await sql`
      insert into sys_design_review_comment (id, review_id, thread_id, path, part, user_id, text)
      values (${newId()}, ${id}, ${thread?.id ?? null}, ${JSON.stringify(at)}::json,
        ${(thread?.part ?? titlePart(review, at)).slice(0, 300)}, ${user.id}, ${text})`.execute(trx)
    await tell(
      services,
      trx,
      other,
      `${user.realname}对「${String(review.body.title ?? '')}」有意见`,
      review,
      text,
    )
  })
}

/** The part in words, as the list of changes names it. */
function titlePart({ body, base }: Review, path: readonly string[]): string {
  if (path.length === 0) return '整份文档'
  const part = partAt(body, path)
  const text = describeChange({ type: 'set', path, before: '', after: '' }, base ?? {}, body)
  const title = isJsonObject(part) && typeof part.title === 'string' ? part.title : undefined
  return text.split('：')[0] ?? title ?? path.join('/')
}

export async function resolveThread(
  services: Services,
  user: SessionUser,
  id: string,
  commentId: string,
  resolved: boolean,
): Promise<void> {
  await requireReview(services, id, user)
  const { rows } = await services.db.write((trx) =>
    sql`
      update sys_design_review_comment set resolved = ${resolved}
      where id = ${commentId} and review_id = ${id} and thread_id is null returning 1`.execute(trx),
  )
  if (rows.length === 0) throw appError('NO_ENTITY')
}

/** The decision of the reviewer; an approval is refused where the draft is another one by now. */
export async function decideReview(
  services: Services,
  user: SessionUser,
  id: string,
  { isApproval, answer }: { isApproval: boolean; answer: string },
): Promise<void> {
  requireStorable(answer)
  const review = await requireReview(services, id, user)
  if (review.reviewerId !== user.id) throw appError('FORBIDDEN')
  if (isApproval && (await isChangedSince(services, review)))
    throw refuse('DESIGN_REVIEW_CHANGED', { values: { author: review.author } })
  await services.db.write(async (trx) => {
    const { rows } = await sql`
      update sys_design_review set state = ${isApproval ? 'approved' : 'returned'}, answer = ${answer}, decide_time = now()
      where id = ${id} and state = 'open' returning 1`.execute(trx)
    if (rows.length === 0) throw refuse('DESIGN_REVIEW_DONE')
    const title = `${user.realname}${isApproval ? '同意了' : '退回了'}「${String(review.body.title ?? review.documentId)}」`
    await tell(
      services,
      trx,
      review.authorId,
      title,
      review,
      answer || (isApproval ? '可以发布了' : '请看意见'),
    )
  })
}

/** Uses an approval up, in the transaction of what it allows. Refused when something else has used it meanwhile. */
export type UseApproval = (trx: Trx) => Promise<void>

/** Refuses what nobody else has approved, where the installation demands it: the release of a draft, or an operation in words. */
async function requireApproval(
  { db, config }: Services,
  userId: string,
  fingerprint: string,
  operation: string | null,
): Promise<UseApproval> {
  const requireFound = (isFound: boolean): void => {
    if (isFound || !config.designReview) return
    throw operation === null
      ? refuse('DESIGN_REVIEW_REQUIRED')
      : refuse('DESIGN_REVIEW_OPERATION', { values: { operation } })
  }
  requireFound(await isApproved(db.app, userId, fingerprint))
  return async (trx) => requireFound(await useApprovals(trx, userId, fingerprint))
}

export const requireApprovedDraft = (
  services: Services,
  userId: string,
  body: JsonObject,
  companions: readonly Companion[],
): Promise<UseApproval> => requireApproval(services, userId, fingerprintDraft(body, companions), null)

/** `current` is the released document that is removed. */
export const requireApprovedOperation = (
  services: Services,
  userId: string,
  operation: Operation,
  current: JsonObject,
): Promise<UseApproval> =>
  requireApproval(
    services,
    userId,
    fingerprintOperation(operation, current),
    describeOperation(operation, current),
  )
