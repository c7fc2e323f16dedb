import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { bindDocument } from '../../records/list/list-route.ts'
import {
  type FoundRecords,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import type { Sql } from '../../records/query/condition.ts'
import type { ListRequest } from '../../records/query/parameters.ts'
import type { ReadServices } from '../../records/services.ts'

/** A part of a text, as the query language of lists writes it; absent without a text. */
export const contains = (key: string, text: string | undefined): Record<string, string> =>
  text ? { [key]: `*${text}*` } : {}

/** The contract's names of a user's departments, joined by commas. */
export function addDepartNames(records: JsonObject[]): void {
  for (const record of records)
    if ('selecteddeparts' in record) record.orgCodeTxt = record.selecteddeparts_dictText ?? null
}

interface UserQuery {
  /** The request of the contract's list language; a page is set here and not in `filters`. */
  filters?: Readonly<Record<string, unknown>>
  pageNo?: number
  pageSize?: number
  /** Conditions that the list language cannot write. */
  more?: readonly Sql[]
}

/** Reads users as lists show them to the caller: row rules and column rights apply. */
export async function readUsers(
  services: ReadServices,
  entry: ReturnType<typeof bindDocument>['entry'],
  user: FastifyRequest['user'],
  { filters = {}, more = [], ...page }: UserQuery,
): Promise<FoundRecords & { listRequest: ListRequest }> {
  const view = readable(services, entry(), user)
  const listRequest = { ...parseListRequest(view, filters), ...page }
  const found = await readRecords(services, view, listRequest, more)
  addDepartNames(found.records)
  return { ...found, listRequest }
}

interface LinkedQuery {
  pageNo: number
  pageSize: number
  username?: string
}

/**
 * A page of the users who are linked with a role or a department (`within`). An account is found by a part of it; other
 * parameters are those of every list.
 */
export async function pageOfUsers(
  services: ReadServices,
  entry: ReturnType<typeof bindDocument>['entry'],
  user: FastifyRequest['user'],
  { pageNo, pageSize, username, ...others }: LinkedQuery,
  within: Sql,
) {
  const filters = { ...others, ...contains('username', username?.replaceAll('*', '').trim()) }
  const found = await readUsers(services, entry, user, { filters, pageNo, pageSize, more: [within] })
  return pageOfRecords(found, found.listRequest)
}
