import { sql } from 'kysely'
import { type Installed, withDatabase } from '../../documents/plan-command.ts'
import { readConfig } from '../../platform/config.ts'
import { rollupChannel } from './module.ts'

/** `documents rebuild`: all roll-ups are computed anew, by the running servers or at the next start. Exit code. */
export const runRebuildCommand = ({ migrations }: Pick<Installed, 'migrations'>): Promise<number> =>
  withDatabase(readConfig(process.env), migrations, async (db) => {
    await sql`delete from sys_rollup`.execute(db.app)
    await db.notify(rollupChannel, '')
    process.stdout.write('各界面的汇总将重新计算：正在运行的服务器马上开始，没有运行的在下次启动时\n')
    return 0
  })
