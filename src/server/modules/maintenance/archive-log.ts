import { sql } from 'kysely'
import type { Database } from '../../platform/store/database.ts'
import { archiveMonths, type Partition } from '../../platform/store/partitions/partitions.ts'
import { visitScope } from '../session/interface.ts'

/**
 * Archives the months of the log of sign-ins that ended more than so many days ago, and returns their names. The home page shows
 * the number of all visits, so the visits of these months are still counted.
 */
export const archiveLog = ({ owner }: Pick<Database, 'owner'>, days: number): Promise<Partition[]> =>
  archiveMonths(owner, 'sys_log', days, async (trx, archived) => {
    await sql`
      insert into sys_number (scope, n)
      select ${visitScope}, count(*) from ${sql.raw(archived)} where log_type = 1 and ok having count(*) > 0
      on conflict (scope) do update set n = sys_number.n + excluded.n`.execute(trx)
  })
