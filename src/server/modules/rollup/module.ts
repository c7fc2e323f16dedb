import { type Migration, sql } from 'kysely'
import { defineModule } from '../define-module.ts'
import { forgetRemoved, type RollupServices, rebuildFollowed, rebuildRollups } from './rebuild.ts'

/** The definitions by which the stored roll-ups of each table were computed. */
const rollupTable: Migration = {
  async up(trx) {
    await sql`
      create table sys_rollup (table_name text not null, field text not null, definition text not null,
        primary key (table_name, field))`.execute(trx)
  },
}

/** The channel on which `documents rebuild` tells running servers that all roll-ups are to be computed anew. */
export const rollupChannel = 'rollups'

/** Values of other records first: roll-ups may sum them up. */
async function rebuild(services: RollupServices): Promise<void> {
  await forgetRemoved(services)
  await rebuildFollowed(services)
  await rebuildRollups(services)
}

/** Computes new and changed roll-ups for the records that are there already; saves keep them true (records/write/rollups.ts). */
export const rollupModule = defineModule<RollupServices>({
  name: 'rollup',
  migrations: { '20261128-0100-rollups': rollupTable },
  async seed(services) {
    const { db, documents, log } = services
    let running: Promise<void> = Promise.resolve()
    const run = () => {
      running = running.then(() =>
        rebuild(services).catch((error: unknown) =>
          log.error({ err: error }, 'roll-ups could not be computed'),
        ),
      )
      return running
    }
    await run()
    documents.onChange(run)
    await db.listen(rollupChannel, run)
  },
})
