import { awaitReplication } from '../../../../scripts/cluster/database.ts'
import type { Budget } from '../../measure/budget.ts'
import { countNothing, signIn, withTrialCluster } from '../saves.ts'
import { mountDisks, tryFullPrimary, tryFullReplica } from './disk.ts'
import { tryWithoutEtcd } from './etcd.ts'
import { tryFullInstance } from './instance-disk.ts'
import { tryFrozenReplica, tryLateReplica, tryWithoutReplica } from './replica.ts'
import type { Trial } from './trial.ts'

const trials: Record<string, (trial: Trial) => Promise<Budget[]>> = {
  etcd: tryWithoutEtcd,
  late: tryLateReplica,
  frozen: tryFrozenReplica,
  gone: tryWithoutReplica,
  'full-replica': tryFullReplica,
  'full-primary': tryFullPrimary,
  'full-instance': tryFullInstance,
}
/** FAULTS, the names of trials with spaces between them, or all of them. */
const wanted = process.env.FAULTS?.split(' ') ?? Object.keys(trials)

async function measure(name: string, trial: Trial): Promise<Budget[]> {
  try {
    await awaitReplication(trial.cluster.nodes, 120)
    return (await trials[name]?.(trial)) ?? []
  } catch (error) {
    console.error(error)
    return [countNothing(`${name}: trials that could not be ended`, 1)]
  }
}

/** What goes wrong around the servers while people save, one fault after the other. */
export const benchFaults = (): Promise<Budget[]> =>
  withTrialCluster(
    'faults',
    { prepare: mountDisks, env: { MONITOR_INTERVAL: '5' } },
    async (cluster, folder) => {
      const trial = { cluster, folder, token: await signIn(cluster) }
      const budgets: Budget[] = []
      for (const name of wanted) budgets.push(...(await measure(name, trial)))
      return budgets
    },
  )
