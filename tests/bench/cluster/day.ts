import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#server/platform/store/with-client.ts'
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.ts'
import type { Budget } from '../measure/budget.ts'
import { fitSlope, percentile, readMemory, type Sample } from '../measure/process-figures.ts'
import { addStaff, type Deed, type Done, openOffice } from './staff.ts'

const STAFF = 1000
/** Seconds between two deeds of a person. */
const THINKING = [5, 30] as const
/** CLUSTER_MINUTES, or 30; the memory has to be level in the last two thirds. */
const minutes = Number(process.env.CLUSTER_MINUTES ?? 30)
const SAMPLE_SECONDS = 5

/** A thousand people work on two instances at once. */
export async function benchDay(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-day-'))
  const env = { DEMO: '1', RATE_LIMIT: '0' }
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster({ folder, root: process.cwd(), instances: 2, env })
    return await measure(cluster)
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(cluster: Cluster): Promise<Budget[]> {
  const usernames = await withClient(cluster.primary, (client) => addStaff(client, STAFF))
  const done: Done[] = []
  let isMeasured = false
  const office = await openOffice(cluster.url, usernames, THINKING, (each) => {
    if (isMeasured) done.push(each)
  })
  console.log(`  ${STAFF} people are at work`)
  isMeasured = true
  const start = performance.now()
  const memory = new Map<string, Sample[]>(cluster.instances.map(({ name }) => [name, []]))
  for (let minute = 0; minute < minutes; minute = (performance.now() - start) / 60_000) {
    for (const { name, pid } of cluster.instances) memory.get(name)?.push({ minute, value: readMemory(pid) })
    await sleep(SAMPLE_SECONDS * 1000)
  }
  isMeasured = false
  await office.close()
  const faults = done.flatMap(({ fault }) => fault ?? [])
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  const times = (deed: Deed) => done.flatMap((each) => (each.deed === deed ? [each.milliseconds] : []))
  const p95 = (deed: Deed, limit: number): Budget => ({
    name: `${STAFF} people, ${minutes} min: p95 of ${times(deed).length} ${deed}s`,
    value: percentile(times(deed), 0.95),
    limit,
    unit: 'ms',
  })
  return [
    p95('list', 300),
    p95('save', 600),
    { name: `errors among ${done.length} requests`, value: faults.length, limit: 0, unit: '' },
    ...[...memory].flatMap(([name, samples]): Budget[] => [
      {
        name: `${name}: resident memory`,
        value: Math.max(...samples.map(({ value }) => value)),
        limit: 600,
        unit: 'MB',
      },
      {
        name: `${name}: growth of its memory in the last two thirds`,
        value: fitSlope(samples.filter(({ minute }) => minute >= minutes / 3)),
        limit: 1,
        unit: 'MB/min',
      },
    ]),
  ]
}
