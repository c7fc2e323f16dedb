import type { JsonObject } from '#runtime/kernel/json.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { bindDocument, readable, readRecords } from '../../records/list/list-route.ts'
import { readListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'

const MAX_DEPARTS = 5000

/** Reads departments as the caller sees them, all at once: an institution has a few hundred at most. */
export function departReader(services: ReadServices) {
  const { entry, access } = bindDocument(services, 'system/depart')
  const read = async (user: SessionUser, conditions: Record<string, string> = {}): Promise<JsonObject[]> => {
    const view = readable(services, entry(), user)
    const listRequest = readListRequest(conditions, view.columns, view.fallbackSort, view.sortable)
    return (await readRecords(services, view, { ...listRequest, pageSize: MAX_DEPARTS })).records
  }
  return { entry, access, read }
}

/** The ids of the departments that a user is responsible for; none for an ordinary user. */
export async function ownDeparts({ db }: ReadServices, userId: string): Promise<ReadonlySet<string>> {
  const row = await db.app
    .selectFrom('sys_user')
    .select('depart_ids')
    .where('id', '=', userId)
    .where('user_identity', '=', 2)
    .executeTakeFirst()
  return new Set((row?.depart_ids ?? '').split(',').filter(Boolean))
}

/** The departments with these ids, and those below them: their codes begin with the codes of these. */
export function withBelow(records: readonly JsonObject[], ids: ReadonlySet<string>): JsonObject[] {
  const codes = records.filter(({ id }) => ids.has(String(id))).map(({ orgCode }) => String(orgCode))
  return records.filter(({ orgCode }) => codes.some((code) => String(orgCode).startsWith(code)))
}
