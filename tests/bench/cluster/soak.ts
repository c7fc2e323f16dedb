import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#server/platform/store/with-client.ts'
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.ts'
import { createClient, signIn } from '../abuse/client.ts'
import type { Budget } from '../measure/budget.ts'
import { countFiles, countHandles, type Sample } from '../measure/process-figures.ts'
import { openFuzz } from './fuzz.ts'
import { addStaff, openOffice } from './staff.ts'

const STAFF = 20
const THINKING = [1, 5] as const
/** Malformed requests in a second. */
const FUZZ_PER_SECOND = 3
/** SOAK_MINUTES, or 120. */
const minutes = Number(process.env.SOAK_MINUTES ?? 120)
const SAMPLE_SECONDS = 5
/** A pool opens a connection more or less; a leak opens one for each request. */
const SLACK = 5

const screens = ['stock/in-bill', 'catalog/gazetteer', 'base/goods', 'system/user', 'archive/record']

/**
 * People work while malformed requests arrive, for hours: nothing may fail without a refusal, and nothing may pile up. The
 * load is a small one, because it is not what is measured (the day measures it).
 */
export async function benchSoak(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-soak-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const env = { DEMO: '1', RATE_LIMIT: '0', TMPDIR: temporary }
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster({ folder, root: process.cwd(), instances: 2, env })
    return await measure(cluster, folder, temporary)
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How much the least value of the last quarter exceeds that of the second. */
function findGrowth(samples: readonly Sample[]): number {
  const least = (from: number) =>
    Math.min(
      ...samples
        .filter(({ minute }) => minute >= from && minute < from + minutes / 4)
        .map(({ value }) => value),
    )
  return least((minutes * 3) / 4) - least(minutes / 4)
}

/** The lines of a log that report an error which no refusal answers. */
const listErrors = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line))

async function measure(cluster: Cluster, folder: string, temporary: string): Promise<Budget[]> {
  const usernames = await withClient(cluster.primary, (client) => addStaff(client, STAFF))
  const faults: string[] = []
  const office = await openOffice(cluster.url, usernames, THINKING, ({ fault }) => {
    if (fault !== undefined) faults.push(fault)
  })
  const interfaces = `${cluster.url}/jeecg-boot`
  const token = await signIn(createClient(interfaces, 1), 'admin', cluster.adminPassword)
  let asked = 0
  const answers = new Map<number, number>()
  const fuzz = await openFuzz(interfaces, token, screens, ({ status, body }, request) => {
    asked += 1
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status === 0 || status >= 500)
      faults.push(`${request.slice(0, 200)}: ${status} ${body.slice(0, 160)}`)
  })
  const sending = setInterval(() => void fuzz.send(), 1000 / FUZZ_PER_SECOND)

  const figures = new Map<string, Sample[]>()
  const note = (name: string, minute: number, value: number) => {
    const samples = figures.get(name) ?? []
    samples.push({ minute, value })
    figures.set(name, samples)
  }
  const start = performance.now()
  for (let minute = 0; minute < minutes; minute = (performance.now() - start) / 60_000) {
    const connections = await withClient(cluster.primary, (client) =>
      client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = 'office'`,
      ),
    )
    note('connections of the database', minute, connections.rows[0]?.count ?? 0)
    note('temporary files', minute, countFiles(temporary))
    for (const { name, pid } of cluster.instances) {
      note(`open files and sockets of ${name}`, minute, countHandles(pid))
    }
    await sleep(SAMPLE_SECONDS * 1000)
  }
  clearInterval(sending)
  await office.close()
  const errors = cluster.instances.flatMap(({ name }) => listErrors(join(folder, `${name}.log`)))
  console.log(`  answers: ${[...answers].map(([status, count]) => `${status} ${count} times`).join(', ')}`)
  for (const text of [...new Set(faults)].slice(0, 20)) console.log(`  ${text}`)
  for (const line of errors.slice(0, 20)) console.log(`  ${line.slice(0, 400)}`)
  return [
    {
      name: `soak ${minutes} min, ${asked} malformed requests: failures`,
      value: faults.length,
      limit: 0,
      unit: '',
    },
    { name: 'errors in the logs', value: errors.length, limit: 0, unit: '' },
    ...[...figures].map(
      ([name, samples]): Budget => ({
        name: `growth of the ${name}`,
        value: findGrowth(samples),
        limit: SLACK,
        unit: '',
      }),
    ),
  ]
}
