import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm, permOfDetail } from '#runtime/schema/derive.ts'
import { type DetailField, type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { ok } from '../../platform/http/envelope.ts'
import { onlyKeys } from '../body.ts'
import { addReferencedValues } from '../read/referenced-values.ts'
import { openResource } from '../record-routes.ts'
import { badParameter } from '../refuse.ts'
import type { RecordServices } from '../services.ts'
import { readFollowed } from '../write/followed.ts'
import { buildCan } from './list-route.ts'

const MAX_VALUES = 100
const MAX_LENGTH = 200

type EntryOf = (request: FastifyRequest) => RegistryEntry<StoredScreen>

/** The detail table that the address names; undefined for the head. */
const findDetail = (
  { fields }: Pick<StoredScreen, 'fields'>,
  request: FastifyRequest,
): DetailField | undefined => {
  const { detail: key } = request.params as { detail?: string }
  if (key === undefined) return undefined
  const detail = fields.find((field) => field.key === key)
  if (!detail || !isDetail(detail)) throw appError('NOT_FOUND')
  return detail
}

/** The references of a request: a JSON array of texts. */
function readReferences(text: unknown): string[] {
  const values: unknown = typeof text === 'string' ? parsedJson(text) : undefined
  if (!Array.isArray(values) || values.length > MAX_VALUES) throw badParameter('values')
  return values.map((value: unknown) => {
    if (typeof value !== 'string' || value.length > MAX_LENGTH) throw badParameter('values')
    return value
  })
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `referenced`: the values that the fields of a screen, or of one of its detail tables, show of other records (`from`)
 * when the reference `field` has one of `values`. For users who may save or open the record; the rights of the other screen
 * apply as in the record itself.
 */
export function referencedRoutes(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  readEntry: EntryOf,
): void {
  const access = (request: FastifyRequest): string => {
    const { document } = readEntry(request)
    const detail = findDetail(document, request)
    const prefix = detail?.own ? permOfDetail(document, detail) : getPerm(document)
    const codes = ['add', 'edit', 'detail'].map((verb) => `${prefix}:${verb}`)
    return codes.find(buildCan(request)) ?? `${prefix}:add`
  }
  const answer = async (request: FastifyRequest) => {
    const { resource, caller } = openResource(request, readEntry, services)
    const { field, values } = onlyKeys(request.query, ['field', 'values'])
    const fields: readonly Field[] = findDetail(resource.screen, request)?.fields ?? resource.screen.fields
    const referencing = fields.filter(({ from }) => from !== undefined && from.field === field)
    const isFollowed = fields.some(({ follow }) => follow?.field === field)
    if (typeof field !== 'string' || (referencing.length === 0 && !isFollowed)) throw badParameter('field')
    const records = readReferences(values).map((value) => ({ [field]: value }))
    await addReferencedValues(services, services.db.app, caller, referencing, records)
    const detail = findDetail(resource.screen, request)?.key
    return ok(
      await readFollowed(services.db.app, services.documents, { resource, detail, caller }, records, field),
    )
  }
  app.get(`${place}/referenced`, { config: { access } }, answer)
  app.get(`${place}/:detail/referenced`, { config: { access } }, answer)
}
