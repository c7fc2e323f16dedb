import { designChannel } from '../../documents/designed.ts'
import type { Database, Trx } from '../../platform/store/database.ts'
import { findRevised, type NewRevision, storeRevisions } from './store.ts'
import type { DocumentSource } from './tables/sources.ts'

/** The released state of a document, and what there was of it before. */
export interface Released extends Omit<NewRevision, 'shipped'> {
  source: DocumentSource | undefined
}

/**
 * Stores the released states of documents and tells all servers. The first release of a document that another source had
 * keeps that state as a revision to return to. Returns the numbers of the revisions by the ids.
 */
export async function storeReleased(
  db: Pick<Database, 'notify'>,
  trx: Trx,
  released: readonly Released[],
): Promise<ReadonlyMap<string, number>> {
  const ids = released.map(({ id }) => id)
  const revised = await findRevised(trx, ids)
  const first = released.flatMap(({ id, source }): NewRevision[] =>
    source && !revised.has(id)
      ? [{ id, body: source.current, shipped: source.shipped, note: '原来的', author: 'system' }]
      : [],
  )
  await storeRevisions(trx, first)
  if (ids[0] !== undefined) await db.notify(designChannel, ids[0], trx)
  return storeRevisions(
    trx,
    released.map(({ source, ...revision }) => ({ ...revision, shipped: source?.shipped ?? null })),
  )
}
