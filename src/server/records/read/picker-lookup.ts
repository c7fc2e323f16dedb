import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import { tenantRule } from '../access/tenant-rule.ts'
import { listRowConditions } from '../caller.ts'
import type { NamedRegistry } from '../registry.ts'
import { getResource, isReadable } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { lookupAccess } from './lookup-access.ts'

/** The texts of a request by the names of the parameters. */
export type LookupRequest<P extends string = string> = Readonly<Record<P, string>>

/** Further values of a record that a picker has chosen, such as its price; documents name it in `onPick.lookup`. */
export interface PickerLookup {
  /** Two words joined by a dot: `a.b` is served at `/system/a/b`. */
  name: string
  params: readonly string[]
  /** The screen of the chosen record, and the parameter with its id: a record that the user does not see is unknown. */
  record: { screen: string; id: string }
  /** The values for each request, in the order of the requests, as the user may read them. */
  read(db: Db, requests: readonly LookupRequest[], rights: LookupRights): Promise<readonly JsonObject[]>
}

export interface LookupRights {
  user: SessionUser
  /** Whether the user may read a column of the chosen record. */
  canRead(key: string): boolean
}

/** Declares a lookup; its requests have the texts that `params` names. */
export const defineLookup = <P extends string>(lookup: {
  name: string
  params: readonly P[]
  record: { screen: string; id: P }
  read(db: Db, requests: readonly LookupRequest<P>[], rights: LookupRights): Promise<readonly JsonObject[]>
}): PickerLookup => ({
  ...lookup,
  read: (db, requests, rights) => lookup.read(db, requests as readonly LookupRequest<P>[], rights),
})

type LookupReadServices = Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>

/** The answers of a lookup under the rules and column rights of the chosen records. */
export async function readLookup(
  { db, documents }: LookupReadServices,
  { record, read }: PickerLookup,
  requests: readonly LookupRequest[],
  user: SessionUser,
): Promise<readonly JsonObject[]> {
  const entry = documents.screen(record.screen)
  if (!entry) return await read(db.app, requests, { user, canRead: () => true })
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const canRead = (key: string) =>
    isReadable(resource.columns.get(key)?.field ?? null, (code) => holds(user, code))
  const rules = [...tenantRule(resource, user), ...listRowConditions(resource, user)]
  if (rules.length === 0) return await read(db.app, requests, { user, canRead })
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.id(resource.table)} as t
    where t.id = any(${requests.map((request) => request[record.id] ?? '')}::text[])
      and ${sql.join(rules, sql` and `)}`.execute(db.app)
  const visible = new Set(rows.map(({ id }) => id))
  const allowed = requests.map((request) =>
    visible.has(request[record.id] ?? '') ? request : { ...request, [record.id]: '' },
  )
  return await read(db.app, allowed, { user, canRead })
}

/** The lookups that documents may name. */
export type PickerLookups = NamedRegistry<PickerLookup>

const MAX_TEXT = 64

/** The route of a lookup, for users who may write records of a screen that declares it, or open them with its values. */
export function lookupRoute(app: FastifyInstance, services: LookupReadServices, lookup: PickerLookup): void {
  const texts = lookup.params.map((name) => [name, Type.String({ maxLength: MAX_TEXT })] as const)
  app.post<{ Body: LookupRequest }>(
    `/system/${lookup.name.replaceAll('.', '/')}`,
    {
      config: { access: lookupAccess(services, lookup.name), reads: true },
      schema: { body: Type.Object(Object.fromEntries(texts)) },
    },
    async ({ body, user }) => ok((await readLookup(services, lookup, [body], user))[0] ?? null),
  )
}
