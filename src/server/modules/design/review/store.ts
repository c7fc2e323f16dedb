import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Db, Trx } from '../../../platform/store/database.ts'
import type { Companion } from '../companions.ts'

/** A draft, or an operation on a document, as it was sent to a person for review. */
export interface Review {
  id: string
  documentId: string
  authorId: string
  author: string
  reviewerId: string
  reviewer: string
  base: JsonObject | null
  body: JsonObject
  /** Of the draft with its companions: an approval is of exactly this content. */
  fingerprint: string
  note: string
  /** The operation on the document `base` in words; null: the release of the draft `body`. */
  operation: string | null
  state: 'open' | 'approved' | 'returned'
  answer: string | null
  createTime: string
}

export interface ReviewComment {
  id: string
  /** The first comment of the thread; null for the first one itself. */
  threadId: string | null
  /** The part as the path of a change. */
  path: string[]
  /** The part in words. */
  part: string
  userId: string
  author: string
  text: string
  resolved: boolean
  createTime: string
}

/** Another one with each change of the draft or of a new dictionary or picker that is released with it. */
export const fingerprintDraft = (body: JsonObject, companions: readonly Companion[]): string =>
  createHash('sha256')
    .update(JSON.stringify([body, companions.map((companion) => [companion.id, companion.body])]))
    .digest('hex')

const columns = sql`
  r.id, r.document_id as "documentId", r.author_id as "authorId", a.realname as author,
  r.reviewer_id as "reviewerId", v.realname as reviewer, r.base, r.body, r.fingerprint, r.note, r.operation, r.state, r.answer,
  r.create_time as "createTime"`
const people = sql`
  sys_design_review r join sys_user a on a.id = r.author_id join sys_user v on v.id = r.reviewer_id`

/** A review, for its author and its reviewer only; nobody else reads a draft. */
export const readReview = async (db: Db, id: string, userId: string): Promise<Review | null> =>
  (
    await sql<Review>`
      select ${columns} from ${people} where r.id = ${id} and ${userId} in (r.author_id, r.reviewer_id)`.execute(
      db,
    )
  ).rows[0] ?? null

/** The reviews of a user's draft of a document, the latest first. */
export const readReviews = async (db: Db, documentId: string, authorId: string): Promise<Review[]> =>
  (
    await sql<Review>`
      select ${columns} from ${people} where r.document_id = ${documentId} and r.author_id = ${authorId}
      order by r.create_time desc, r.id desc limit 20`.execute(db)
  ).rows

export const readComments = async (db: Db, reviewId: string): Promise<ReviewComment[]> =>
  (
    await sql<ReviewComment>`
      select c.id, c.thread_id as "threadId", c.path, c.part, c.user_id as "userId", u.realname as author, c.text,
        c.resolved, c.create_time as "createTime"
      from sys_design_review_comment c join sys_user u on u.id = c.user_id
      where c.review_id = ${reviewId} order by c.create_time, c.id`.execute(db)
  ).rows

/** The unused approvals of exactly this content by somebody other than the author. */
const isUnused = (authorId: string, fingerprint: string) => sql`
  author_id = ${authorId} and reviewer_id <> author_id and state = 'approved' and use_time is null
    and fingerprint = ${fingerprint}`

/** Whether somebody other than the author has approved exactly this content, and nothing was done with it yet. */
export const isApproved = async (db: Db, authorId: string, fingerprint: string): Promise<boolean> =>
  (await sql`select 1 from sys_design_review where ${isUnused(authorId, fingerprint)} limit 1`.execute(db))
    .rows.length > 0

/** Marks the approvals of this content as used: they allow nothing further. False when there is none. */
export const useApprovals = async (trx: Trx, authorId: string, fingerprint: string): Promise<boolean> =>
  (
    await sql`
      update sys_design_review set use_time = now() where ${isUnused(authorId, fingerprint)} returning 1`.execute(
      trx,
    )
  ).rows.length > 0

/** The people who may release documents, without the user. */
export const readReviewers = async (
  db: Db,
  code: string,
  userId: string,
): Promise<{ id: string; username: string; realname: string }[]> =>
  (
    await sql<{ id: string; username: string; realname: string }>`
      select u.id, u.username, u.realname from sys_user u
      where u.id <> ${userId} and u.status = 1 and u.del_flag = 0 and (
        exists (select 1 from sys_administrator a where a.user_id = u.id)
        or exists (
          select 1 from sys_permission p where p.perms = ${code} and p.del_flag = 0 and (
            exists (select 1 from sys_user_role ur join sys_role_permission rp on rp.role_id = ur.role_id
              where ur.user_id = u.id and rp.permission_id = p.id)
            or exists (select 1 from sys_depart_grant g where g.user_id = u.id and g.permission_id = p.id))))
      order by u.realname, u.id limit 200`.execute(db)
  ).rows
