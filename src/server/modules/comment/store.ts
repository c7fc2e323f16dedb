import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'
import { newId } from '../../records/write.ts'
import type { CommentedRecord } from './place.ts'

/** An attachment, with the keys that clients of the contract read. */
export interface CommentFile {
  id: string
  name: string
  /** A path below /sys/common/static/. */
  url: string
  fileSize: number
  /** 'image', or the ending of the name. */
  type: string
}

export interface Comment {
  id: string
  tableName: string
  tableDataId: string
  fromUserId: string
  fromUserId_dictText: string
  fromUserAvatar: string | null
  toUserId: string | null
  toUserId_dictText: string | null
  /** The comment to which this one replies. */
  commentId: string | null
  commentContent: string
  createTime: string
  fileList: CommentFile[]
}

type Place = Pick<CommentedRecord, 'table' | 'id'>

const columns = sql`c.id, c.table_name as "tableName", c.table_data_id as "tableDataId", c.from_user_id as "fromUserId",
  coalesce(f.realname, '已删除的用户') as "fromUserId_dictText", f.avatar as "fromUserAvatar", c.to_user_id as "toUserId",
  t.realname as "toUserId_dictText", c.comment_id as "commentId", c.comment_content as "commentContent",
  c.create_time as "createTime",
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.path, 'name', s.original_name, 'url', a.path, 'fileSize', s.size,
      'type', case when s.type like 'image/%' then 'image' else substring(a.path from '[^.]+$') end) order by a.place), '[]')
    from sys_comment_file a join sys_file s on s.path = a.path where a.comment_id = c.id) as "fileList"`
const people = sql`left join sys_user f on f.id = c.from_user_id left join sys_user t on t.id = c.to_user_id`

/** The newest comments of a record, oldest first, and the number of all. */
export async function readComments(
  db: Db,
  { table, id }: Place,
  limit: number,
): Promise<{ records: Comment[]; total: number }> {
  const { rows } = await sql<Comment>`
    select ${columns} from sys_comment c ${people}
    where c.table_name = ${table} and c.table_data_id = ${id} order by c.create_time desc, c.id desc limit ${limit}`.execute(
    db,
  )
  const total = rows.length < limit ? rows.length : await countComments(db, { table, id })
  return { records: rows.reverse(), total }
}

export async function countComments(db: Db, { table, id }: Place): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_comment where table_name = ${table} and table_data_id = ${id}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export async function readComment(db: Db, id: string): Promise<Comment | undefined> {
  const { rows } = await sql<Comment>`
    select ${columns} from sys_comment c ${people} where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Stores a comment and returns its id. */
export async function addComment(
  trx: Trx,
  { table, id: recordId }: Place,
  comment: { from: string; to: string | null; replyTo: string | null; text: string },
): Promise<string> {
  const id = newId()
  await sql`
    insert into sys_comment (id, table_name, table_data_id, from_user_id, to_user_id, comment_id, comment_content)
    values (${id}, ${table}, ${recordId}, ${comment.from}, ${comment.to}, ${comment.replyTo}, ${comment.text})`.execute(
    trx,
  )
  return id
}

/** Locks a comment, whose attachments change one after another, and counts them; undefined if it is removed. */
export async function countFiles(trx: Trx, commentId: string): Promise<number | undefined> {
  const locked = await sql`select 1 from sys_comment where id = ${commentId} for update`.execute(trx)
  if (locked.rows.length === 0) return undefined
  // A statement of its own: the one that waits for the lock counts what there was before.
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_comment_file where comment_id = ${commentId}`.execute(trx)
  return rows[0]?.n
}

/** Attaches a stored file of this user to a comment; false if there is no such file. */
export async function attachFile(
  trx: Trx,
  commentId: string,
  path: string,
  username: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_comment_file (comment_id, path, place)
    select ${commentId}, s.path, (select count(*) from sys_comment_file where comment_id = ${commentId})
    from sys_file s where s.path = ${path} and s.create_by = ${username}
    on conflict (comment_id, path) do update set path = excluded.path returning path`.execute(trx)
  return rows.length > 0
}

export const removeComment = async (trx: Trx, id: string): Promise<void> =>
  void (await sql`delete from sys_comment where id = ${id}`.execute(trx))
