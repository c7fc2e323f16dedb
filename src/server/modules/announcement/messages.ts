import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { and, compileAll } from '../../records/query/condition.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import { addTexts, toWire } from '../../records/read/wire.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { isOut, readerColumns } from './inbox.ts'

type Shared = Pick<ReadServices, 'db' | 'dictionaries'>
const senderName: Column = {
  key: 'senderName',
  name: 'sender_name',
  ref: sql`coalesce(p.realname, t.sender)`,
  type: { type: 'varchar', length: 100 },
  field: null,
  dictCode: null,
  fromDb: (raw) => raw ?? null,
  toDb: (value) => value,
}

/** The columns of a user's row (`s`), with those of the announcement (`t`) that belong to it. */
function buildColumns(
  announcement: Resource,
  { document, documentHash }: RegistryEntry<StoredScreen>,
): Map<string, Column> {
  const sendColumns = [...getResource(document, documentHash, fieldValues).columns.values()]
  const announcementColumns = readerColumns(announcement.columns.values()).filter(
    ({ field }) => field !== null,
  )
  return new Map(
    [
      ...announcementColumns,
      senderName,
      ...sendColumns.map((column) => ({ ...column, ref: sql.ref(`s.${column.name}`) })),
    ].map((column) => [column.key, column]),
  )
}

const from = sql`sys_announcement_send s join sys_announcement t on t.id = s.annt_id
  left join sys_user p on p.username = t.sender`

const isForUser = ({ id }: SessionUser): RawBuilder<unknown> => sql`s.user_id = ${id} and ${isOut}`

const select = (columns: ReadonlyMap<string, Column>): RawBuilder<unknown> =>
  sql.join([...columns.values()].map(({ ref, name }) => sql`${ref} as ${sql.id(name)}`))

async function wire(
  { dictionaries }: Shared,
  columns: ReadonlyMap<string, Column>,
  rows: readonly JsonObject[],
) {
  const records = rows.map((row) => toWire(row, columns.values()))
  await addTexts(records, columns.values(), dictionaries)
  return records
}

/** One page of the user's own messages, read and unread, for a list query of the contract. */
export async function readMessages(
  services: Shared,
  announcement: Resource,
  entry: RegistryEntry<StoredScreen>,
  { query, user }: Pick<FastifyRequest, 'query' | 'user'>,
) {
  const columns = buildColumns(announcement, entry)
  const listRequest = readListRequest(contained(query), columns, '-sendTime')
  const where = and([isForUser(user), compileAll(listRequest.conditions)])
  const order = listRequest.sort.map(({ column: { ref }, descending }) =>
    descending ? sql`${ref} desc nulls last` : sql`${ref} asc nulls first`,
  )
  const { rows } = await sql<JsonObject>`select ${select(columns)} from ${from} where ${where}
    order by ${sql.join(order)} limit ${listRequest.pageSize} offset ${(listRequest.pageNo - 1) * listRequest.pageSize}`.execute(
    services.db.app,
  )
  const counted = await sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.execute(
    services.db.app,
  )
  const { pageNo, pageSize } = listRequest
  return {
    records: await wire(services, columns, rows),
    total: Number(counted.rows[0]?.n ?? 0),
    pageNo,
    pageSize,
  }
}

/** The contract's clients send a plain title or sender for "contains". */
function contained(query: unknown): unknown {
  const values = Object.entries((query ?? {}) as JsonObject).map(([key, value]) => {
    const isPlain = (key === 'titile' || key === 'sender') && typeof value === 'string' && value !== ''
    return [key, isPlain && !value.includes('*') ? `*${value}*` : value]
  })
  return Object.fromEntries(values)
}

/** One of the user's own messages, by the id of the row. */
export async function readMessage(
  services: Shared,
  announcement: Resource,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
  id: string,
): Promise<JsonObject | undefined> {
  const columns = buildColumns(announcement, entry)
  const { rows } = await sql<JsonObject>`
    select ${select(columns)} from ${from} where ${isForUser(user)} and s.id = ${id}`.execute(services.db.app)
  const [record] = await wire(services, columns, rows)
  return record
}
