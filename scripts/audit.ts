// Checks the chain of the operation log; exit code 0 whole, 1 broken, 2 wrong use.
import { verifyAudit } from '#server/modules/audit/interface.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/store/database.ts'
import { startEmbedded } from '#server/platform/store/embedded.ts'
import { linksOf, prepareEmbedded } from '#server/platform/store/roles.ts'

const reasons = { missing: '缺少这一行', changed: '内容或校验值被改动', foreign: '这一行不是系统写入的' }

async function verify(): Promise<number> {
  const config = readConfig(process.env)
  // A running server's embedded database is used as it is.
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir)
  try {
    const links = embedded ? await prepareEmbedded(embedded.socketDir) : linksOf(config, console.error)
    const db = await openDatabase(links)
    try {
      const { rows, broken } = await verifyAudit(db.owner)
      if (!broken) console.log(`操作日志完整：${rows} 行`)
      else console.error(`操作日志在第 ${broken.seq} 行断开：${reasons[broken.reason]}`)
      return broken ? 1 : 0
    } finally {
      await db.close()
    }
  } finally {
    if (embedded?.adopted) embedded.leave()
    else await embedded?.stop()
  }
}

if (process.argv[2] === 'verify') process.exitCode = await verify()
else {
  console.error('用法：npm run audit -- verify')
  process.exitCode = 2
}
