import type { Budget } from '../../measure/budget.ts'
import { sleep } from '../saves.ts'
import { findNodes, saveDuring, type Trial } from './trial.ts'

/** Longer than the ttl of Patroni (scripts/cluster/database.ts). */
const AWAY_MS = 45_000

/** The store in which the nodes agree is away for a while: the primary goes on. */
export const tryWithoutEtcd = (trial: Trial): Promise<Budget[]> =>
  saveDuring(trial, 'etcd gone', async (writers) => {
    const { etcd } = trial.cluster
    const before = await findNodes(trial.cluster)
    await sleep(2000)
    writers.beginGap()
    await etcd.stop()
    try {
      await sleep(AWAY_MS)
    } finally {
      etcd.start()
    }
    await writers.awaitSave(performance.now() + 10_000, 60)
    const gap = writers.saves.read()
    const { primary } = await findNodes(trial.cluster)
    return [
      { name: 'etcd gone: longest time without a save', value: gap, limit: 5, unit: 's' },
      {
        name: 'etcd gone: changes of the primary',
        value: primary === before.primary ? 0 : 1,
        ...{ limit: 0, unit: '' },
      },
    ]
  })
