// npm run backup, restore and move; exit code 0 done, 1 a fault, 2 wrong use.
import { parseArgs } from 'node:util'
import { runBackup, runVerify } from '#server/app/backup/backup-command.ts'
import { runMove } from '#server/app/backup/move-command.ts'
import { runRestore } from '#server/app/backup/restore-command.ts'
import { runScreen } from '#server/app/backup/screen-command.ts'
import { BackupError } from '#server/platform/backup/backup-error.ts'
import { readConfig } from '#server/platform/config.ts'
import { describeError } from '#server/platform/log.ts'
import { StartError } from '#server/platform/store/embedded/binaries.ts'

// Days begin at midnight in Beijing, whatever the time zone of the machine.
process.env.TZ = 'Asia/Shanghai'

const usages: Readonly<Record<string, string>> = {
  backup: 'npm run backup -- --to FILE|s3://BUCKET/KEY\n       npm run backup -- verify FILE|s3://BUCKET/KEY',
  restore:
    'npm run restore -- --from FILE|s3://BUCKET/KEY\n       npm run restore -- --screen ID --as-of "2026-11-30 08:00:00" [--dry-run] [--overwrite]',
  move: 'npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE',
}

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  screen: { type: 'string' },
  'as-of': { type: 'string' },
  'dry-run': { type: 'boolean' },
  overwrite: { type: 'boolean' },
} as const

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return null
  }
}

const say = (text: string): void => console.log(text)

type Values = NonNullable<ReturnType<typeof parseArguments>>['values']

/** Whether the options are exactly these, and perhaps some of the others. */
function hasOnly(values: Values, names: readonly (keyof Values)[], optional: readonly (keyof Values)[] = []) {
  const used = Object.keys(values) as (keyof Values)[]
  return names.every((name) => values[name]) && used.every((name) => [...names, ...optional].includes(name))
}

/** The work that the words ask for; undefined for a wrong use. */
function findWork(command: string, args: string[]): (() => Promise<void>) | undefined {
  const parsed = parseArguments(args)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const { to = '', from = '', screen = '', 'as-of': time = '' } = values
  const [word, target, ...rest] = positionals
  const config = readConfig(process.env)
  if (command === 'backup' && word === 'verify' && target && rest.length === 0 && hasOnly(values, []))
    return () => runVerify(config, target, say)
  if (word !== undefined) return undefined
  if (command === 'backup' && hasOnly(values, ['to'])) return () => runBackup(config, to, say)
  if (command === 'restore' && hasOnly(values, ['from'])) return () => runRestore(config, from, say)
  if (command === 'restore' && hasOnly(values, ['screen', 'as-of'], ['dry-run', 'overwrite'])) {
    const wish = { screen, time, isDry: values['dry-run'] === true, isOverwriting: values.overwrite === true }
    return () => runScreen(config, wish, say)
  }
  if (command === 'move' && hasOnly(values, ['to'])) return () => runMove(config, to, say)
  return undefined
}

const [command = '', ...args] = process.argv.slice(2)
try {
  const work = findWork(command, args)
  if (work) await work()
  else {
    console.error(`Usage: ${usages[command]}`)
    process.exitCode = 2
  }
} catch (error) {
  const isExpected = error instanceof BackupError || error instanceof StartError
  console.error(isExpected ? error.message : describeError(error))
  process.exitCode = 1
}
