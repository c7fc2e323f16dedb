import { fieldValues } from '#runtime/fields/values.ts'
import { tryPlan } from '../documents/apply.ts'
import { readFile, readFolders } from '../documents/library/files.ts'
import { withDatabase } from '../documents/plan-command.ts'
import { readConfig } from '../platform/config.ts'
import { application } from './application.ts'
import { tryInTransaction } from './trial-server.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `documents check --try`: uses each document of the files as people would, and stores nothing. Exit code. */
export async function runTrialCommand(paths: readonly string[]): Promise<number> {
  const config = readConfig(process.env)
  const names = new Map(
    readFolders(config.schemaDirs, config.root).map(({ expectedId, file }) => [expectedId, file]),
  )
  const ids = paths.flatMap((path) => readFile(path, config.schemaDirs, config.root)?.expectedId ?? [])
  const result = await withDatabase(config, application.migrations, (db) =>
    tryPlan(db, [], fieldValues, false, (trx) => tryInTransaction(application, config, trx, { ids })),
  )
  for (const [id, reason] of result.untried)
    say(`${names.get(id) ?? id}# 提醒：没有凑出合规则的值（${reason}），没有试保存或提交`)
  for (const { file, path, code, text } of result.problems)
    say(`${names.get(file) ?? file}#${path} ${code} ${text}`)
  say(`试运行了 ${result.count} 份文档，${result.problems.length} 处没有成功；库里没有留下什么`)
  return result.problems.length === 0 ? 0 : 1
}
