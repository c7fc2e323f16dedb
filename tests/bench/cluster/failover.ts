import type { Cluster } from '../../../scripts/cluster/cluster.ts'
import { awaitReplication, findPrimary } from '../../../scripts/cluster/database.ts'
import type { Budget } from '../measure/budget.ts'
import { signIn, sleep, Writers, withTrialCluster } from './saves.ts'

const WRITERS = 8
/** How often the primary is cut off: FAILOVERS, or 20. */
const rounds = Number(process.env.FAILOVERS ?? 20)

/** The primary of the database is cut off in the middle of saves, again and again. */
export const benchFailover = (): Promise<Budget[]> => withTrialCluster('failover', {}, measure)

async function measure(cluster: Cluster): Promise<Budget[]> {
  const token = await signIn(cluster)
  const gaps: number[] = []
  const writers = new Writers(WRITERS, { url: cluster.url, token })
  for (let round = 1; round <= rounds; round++) {
    await awaitReplication(cluster.nodes, 120)
    await sleep(1000 + Math.random() * 2000)
    const primary = await findPrimary(cluster.nodes)
    if (!primary) throw new Error('there is no primary')
    writers.beginGap()
    await primary.kill()
    // By the other node.
    await writers.awaitSave(performance.now(), 90)
    const gap = writers.saves.read()
    console.log(`  failover ${round}: ${gap.toFixed(1)} s without a save`)
    gaps.push(gap)
    primary.start()
  }
  return [
    ...(await writers.end(`failover ${rounds} times`, cluster)),
    { name: 'failover: longest time without a save', value: Math.max(...gaps), limit: 30, unit: 's' },
  ]
}
