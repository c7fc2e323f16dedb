import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../../platform/config.ts'
import { type Links, openReader } from '../../platform/store/database.ts'
import { findAccount, findBinaries } from '../../platform/store/embedded/binaries.ts'
import { withLinks } from '../../platform/store/with-links.ts'
import { application } from '../application.ts'
import { listAddressChecks } from './address.ts'
import { type Check, fault, formatReason, good, Report } from './check.ts'
import { listContentChecks, openStoredSecrets } from './content.ts'
import { listLoginChecks, listServerChecks } from './logins.ts'
import { keyFileCheck, listMachineChecks, nodeCheck } from './machine.ts'
import { listServiceChecks } from './services.ts'

const usage = 'usage: npm run doctor -- [--url https://office.example.org]'
const READER_PERMITS = {
  maxRunning: 1,
  maxRunningPerKey: 1,
  maxPending: 10,
  maxPendingPerKey: 10,
  maxWait: 10_000,
}

/** Checks the database; what it contains only where every login connects. */
async function checkDatabase(config: Config, links: Links, report: Report): Promise<void> {
  if (!(await report.run(listLoginChecks(links)))) return
  const db = openReader(links.owner, READER_PERMITS)
  try {
    await report.run(listServerChecks(links))
    await report.run(await listContentChecks(config, db, application.migrations))
  } finally {
    await db.destroy()
  }
}

/** Whether the embedded database has been made, and its programs run. */
async function checkEmbedded({ dataDir }: Config, report: Report): Promise<boolean> {
  const programs: Check = {
    title: 'embedded database',
    async run() {
      await findBinaries(findAccount())
      return good('its programs run here')
    },
  }
  return (await report.run([programs])) && existsSync(join(dataDir, 'pg'))
}

async function readSettings(env: NodeJS.ProcessEnv, report: Report): Promise<Config | null> {
  let config: Config | null = null
  const check: Check = {
    title: 'settings',
    async run() {
      try {
        config = readConfig(env)
        return good('all can be read')
      } catch (error) {
        return fault(formatReason(error), 'correct the setting; docs/environment.md describes each')
      }
    },
  }
  await report.run([nodeCheck(), check])
  return config
}

/** Undefined: none; null: wrong use. */
function readUrl(args: readonly string[]): URL | null | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { url: { type: 'string' } } })
    if (values.url === undefined) return undefined
    return /^https?:\/\//.test(values.url) ? new URL(values.url) : null
  } catch {
    return null
  }
}

/** `npm run doctor`: checks a place before or after the first start. Exit code: 0, 1 faults, 2 wrong use. */
export async function runDoctor(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  write: (line: string) => void,
): Promise<number> {
  const url = readUrl(args)
  if (url === null) {
    write(usage)
    return 2
  }
  const report = new Report(write)
  const config = await readSettings(env, report)
  if (config) {
    await report.run([...listMachineChecks(config), keyFileCheck(config), ...listServiceChecks(config)])
    if (config.databaseUrl || (await checkEmbedded(config, report)))
      await withLinks(
        config,
        () => undefined,
        (links) => checkDatabase(config, links, report),
      )
    if (url) await report.run(listAddressChecks(url, openStoredSecrets(config)))
  }
  return report.close() ? 0 : 1
}
