import type { Caller } from '../caller.ts'
import { notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { readHead, type Values, visibleTo, withDetails } from './record.ts'
import { addReferencedOfRecord } from './referenced-values.ts'

/** The record with its details and the values that it shows of other records, as this user may read it; else NOT_FOUND. */
export async function readableRecord(
  services: Pick<ReadServices, 'db' | 'documents'>,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Values> {
  const db = services.db.app
  const head = await readHead(db, resource, id, caller.reading(resource))
  if (!head) throw notFound()
  const record = visibleTo(resource, await withDetails(db, resource, head), caller.can)
  await addReferencedOfRecord(services, db, caller, resource, record)
  return record
}
