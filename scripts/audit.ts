// Checks the chain of the operation log; exit code 0 whole, 1 broken, 2 wrong use.
import { parseArgs } from 'node:util'
import { collectCheckpoints, getSink, readLines, verifyAudit } from '#server/modules/audit/interface.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openSecrets } from '#server/platform/secrets.ts'
import { openDatabase } from '#server/platform/store/database.ts'
import { withLinks } from '#server/platform/store/with-links.ts'

const usage = '用法：npm run audit -- verify [--records 外部记录的文件]'

type Broken = NonNullable<Awaited<ReturnType<typeof verifyAudit>>['broken']>

const formatRange = ({ seq, to = seq }: Broken): string =>
  to > seq ? `第 ${seq} 至 ${to} 行` : `第 ${seq} 行`

const texts: Record<Broken['reason'], (broken: Broken) => string> = {
  missing: (broken) => `操作日志在第 ${broken.seq} 行断开：缺少${formatRange(broken)}`,
  changed: ({ seq }) => `操作日志在第 ${seq} 行断开：内容或校验值被改动`,
  foreign: ({ seq }) => `操作日志在第 ${seq} 行断开：这一行不是系统写入的`,
  replaced: ({ seq }) => `操作日志在第 ${seq} 行断开：与外部记录不符，此前的内容被重写过`,
  start: () =>
    '操作日志的起点被改动，或密钥与写入时不同：请检查 SECRET_KEY 或数据目录中的 secret.key；刚升级的系统请先启动一次',
  unrecorded: ({ seq }) =>
    `没有找到外部记录，不能确认第 ${seq} 行之后没有被删除：请检查 AUDIT_SINK，或以 --records 指定保存记录的文件`,
}

async function verify(config: Config, records: string | undefined): Promise<number> {
  const sink = records === undefined ? getSink(config) : { kind: 'file' as const, path: records }
  const lines = await readLines(sink)
  if (lines === null) {
    console.error(`syslog 不能读回，请以 --records 指定接收方的日志文件\n${usage}`)
    return 2
  }
  const secrets = openSecrets(config.dataDir, config.secretKey)
  const checkpoints = await collectCheckpoints(secrets, lines)
  return await withLinks(config, console.error, async (links) => {
    const db = await openDatabase(links)
    try {
      const { rows, broken } = await verifyAudit(db.owner, secrets, checkpoints)
      if (broken) console.error(texts[broken.reason](broken))
      else console.log(`操作日志完整：${rows} 行，外部记录 ${checkpoints.size} 条`)
      return broken ? 1 : 0
    } finally {
      await db.close()
    }
  })
}

function parseArguments(args: readonly string[]): { word: string | undefined; records: string | undefined } {
  try {
    const options = { records: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { word: positionals.length === 1 ? positionals[0] : undefined, records: values.records }
  } catch {
    return { word: undefined, records: undefined }
  }
}

const { word, records } = parseArguments(process.argv.slice(2))
if (word === 'verify') process.exitCode = await verify(readConfig(process.env), records)
else {
  console.error(usage)
  process.exitCode = 2
}
