import type { Database } from '../../platform/store/database.ts'
import { lockSchema } from '../../platform/store/migrate.ts'
import { decideProposals, demoRoles, isDecided } from '../permission/interface.ts'

/** Grants the demo roles what the shipped documents propose for them, once: later proposals wait for an administrator. */
export async function seedGrants({ write }: Pick<Database, 'write'>): Promise<void> {
  await write(async (trx) => {
    await lockSchema(trx)
    for (const { code } of demoRoles)
      if (!(await isDecided(trx, code))) await decideProposals(trx, 'granted', 'system', code)
  })
}
