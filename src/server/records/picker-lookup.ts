import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../platform/http/envelope.ts'
import type { SessionUser } from '../platform/http/user.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { Db } from '../platform/store/database.ts'
import { lookupAccess } from './lookup-access.ts'
import type { NamedRegistry } from './registry.ts'
import type { ReadServices } from './services.ts'

/** The texts of a request by the names of the parameters. */
export type LookupRequest<P extends string = string> = Readonly<Record<P, string>>

/** Further values of a record that a picker has chosen, such as its price; documents name it in `onPick.lookup`. */
export interface PickerLookup {
  /** Two words joined by a dot: `a.b` is served at `/system/a/b`. */
  name: string
  params: readonly string[]
  /** The values for each request, in the order of the requests, as the user may read them. */
  read(db: Db, requests: readonly LookupRequest[], user: SessionUser): Promise<readonly JsonObject[]>
}

/** Declares a lookup; its requests have the texts that `params` names. */
export const defineLookup = <P extends string>(lookup: {
  name: string
  params: readonly P[]
  read(db: Db, requests: readonly LookupRequest<P>[], user: SessionUser): Promise<readonly JsonObject[]>
}): PickerLookup => ({
  ...lookup,
  read: (db, requests, user) => lookup.read(db, requests as readonly LookupRequest<P>[], user),
})

/** The lookups that documents may name. */
export type PickerLookups = NamedRegistry<PickerLookup>

const MAX_TEXT = 64

/** The route of a lookup, for users who may add or edit records of a screen that declares it. */
export function lookupRoute(
  app: FastifyInstance,
  { db, documents }: Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>,
  lookup: PickerLookup,
): void {
  const texts = lookup.params.map((name) => [name, Type.String({ maxLength: MAX_TEXT })] as const)
  app.post<{ Body: LookupRequest }>(
    `/system/${lookup.name.replaceAll('.', '/')}`,
    {
      config: { access: lookupAccess({ documents }, lookup.name) },
      schema: { body: Type.Object(Object.fromEntries(texts)) },
    },
    async ({ body, user }) => ok((await lookup.read(db.app, [body], user))[0] ?? null),
  )
}
