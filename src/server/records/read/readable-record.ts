import type { Caller } from '../caller.ts'
import { notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import type { OpenedRecord } from './open-record.ts'
import { type Values, visibleTo, withDetails } from './record.ts'
import { addReferencedOfRecord } from './referenced-values.ts'

/** The record with its details and the values that it shows of other records, as this user may read it; else NOT_FOUND. */
export async function readableRecord(
  services: Pick<ReadServices, 'db' | 'documents'>,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Values> {
  const { record } = await openReadable(services, resource, caller, id)
  return record
}

/** As `readableRecord`, with the record as it was opened. */
export async function openReadable(
  services: Pick<ReadServices, 'db' | 'documents'>,
  read: Resource,
  caller: Caller,
  id: string,
): Promise<{ opened: OpenedRecord; record: Values }> {
  const db = services.db.app
  const opened = await caller.open(db, read, id)
  if (!opened) throw notFound()
  const { resource, head } = opened
  const record = visibleTo(resource, await withDetails(db, resource, head), caller.can)
  await addReferencedOfRecord(services, db, caller, resource, record)
  return { opened, record }
}
