import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { withClient } from '#server/platform/store/with-client.ts'
import type { Node } from '../../../../scripts/cluster/database.ts'
import type { Budget } from '../../measure/budget.ts'
import { countNothing, sleep } from '../saves.ts'
import { findNodes, findServerProcess, read, saveDuring, type Trial } from './trial.ts'

const LAG_MS = 60_000
const FROZEN_MS = 30_000
const AWAY_MS = 15_000

const run = ({ cluster }: Trial, { port }: Pick<Node, 'port'>, text: string) =>
  withClient({ ...cluster.primary, port }, (client) => client.query(text))

const listOrders = (trial: Trial, code: string) =>
  read<{ total: number }>(trial, `/resource/trial/order/list?pageSize=10&fcode=${code}`)

/** A person's look for the order that he has just saved. */
class OwnReads {
  count = 0
  missing = 0
  failed = 0
  longest = 0

  constructor(readonly trial: Trial) {}

  look = async (code: string): Promise<void> => {
    const start = performance.now()
    try {
      const { total } = await listOrders(this.trial, code)
      if (total !== 1) this.missing++
    } catch (error) {
      this.failed++
      console.log(`  ${error instanceof Error ? error.message : error}`)
    }
    this.count++
    this.longest = Math.max(this.longest, (performance.now() - start) / 1000)
  }

  list(name: string, limit: number): Budget[] {
    console.log(`  ${name}: ${this.count} lists were read`)
    return [
      countNothing(`${name}: own saves missing in lists`, this.missing),
      countNothing(`${name}: lists refused`, this.failed),
      { name: `${name}: longest list`, value: this.longest, limit, unit: 's' },
    ]
  }
}

/** PostgreSQL and everything that it has started, as `ps` lists it. */
function signalServer(node: Node, word: NodeJS.Signals, isMeant = (_title: string) => true): void {
  const pid = findServerProcess(node)
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--pid', String(pid), '--ppid', String(pid)], {
    encoding: 'utf8',
  })
  for (const line of lines.trim().split('\n')) {
    const [, found, title = ''] = /^ *(\d+) (.*)/.exec(line) ?? []
    if (isMeant(title)) process.kill(Number(found), word)
  }
}

const replays = (title: string): boolean => title.includes(': startup recovering')

/** Lets a replica take what the primary sends and replay nothing. Patroni would end a pause that PostgreSQL knows about. */
async function withoutReplay<T>(replica: Node, work: () => Promise<T>): Promise<T> {
  signalServer(replica, 'SIGSTOP', replays)
  try {
    return await work()
  } finally {
    signalServer(replica, 'SIGCONT', replays)
  }
}

/** Whether a list lacks what only the primary has. */
async function isReadFromReplica(trial: Trial): Promise<boolean> {
  const { primary, replica } = await findNodes(trial.cluster)
  const code = randomUUID()
  return await withoutReplay(replica, async () => {
    await run(
      trial,
      primary,
      `insert into trial_order (id, fcode, create_by) values ('${code}', '${code}', 'unheard')`,
    )
    return (await listOrders(trial, code)).total === 0
  })
}

async function countReturn(trial: Trial, name: string): Promise<Budget> {
  const start = performance.now()
  let isBack = false
  while (!isBack && performance.now() < start + 60_000) {
    isBack = await isReadFromReplica(trial).catch(() => false)
    if (!isBack) await sleep(500)
  }
  const value = isBack ? (performance.now() - start) / 1000 : Number.POSITIVE_INFINITY
  return { name: `${name}: lists are read from the replica again after`, value, limit: 15, unit: 's' }
}

/** The seconds that the monitor shows. */
async function readShownLag(trial: Trial): Promise<number> {
  const { records } = await read<{ records: { name: string; value: string }[] }>(
    trial,
    '/resource/monitor/figure/list?pageSize=1000&family=database',
  )
  const shown = records.filter(({ name }) => name === 'replica.lag.seconds').map(({ value }) => value)
  console.log(`  the monitor shows ${shown.join(', ')}`)
  return Math.max(0, ...shown.map((value) => Number.parseFloat(value)))
}

/** The replica replays nothing for a minute, and gets everything. */
export async function tryLateReplica(trial: Trial): Promise<Budget[]> {
  const name = 'replica late by a minute'
  const reads = new OwnReads(trial)
  const during = await saveDuring(
    trial,
    name,
    async (writers) => {
      const { replica } = await findNodes(trial.cluster)
      writers.beginGap()
      const shown = await withoutReplay(replica, async () => {
        await sleep(LAG_MS)
        return await readShownLag(trial)
      })
      return [
        { name: `${name}: longest time without a save`, value: writers.saves.read(), limit: 5, unit: 's' },
        { name: `${name}: shown lag`, value: shown, limit: 45, unit: 's', atLeast: true },
      ]
    },
    reads.look,
  )
  return [...during, ...reads.list(name, 5), await countReturn(trial, name)]
}

/** The PostgreSQL of the replica does not answer, and its connections stay open. */
export async function tryFrozenReplica(trial: Trial): Promise<Budget[]> {
  const name = 'replica frozen'
  const reads = new OwnReads(trial)
  const during = await saveDuring(
    trial,
    name,
    async (writers) => {
      const { replica } = await findNodes(trial.cluster)
      await sleep(2000)
      writers.beginGap()
      signalServer(replica, 'SIGSTOP')
      try {
        await sleep(FROZEN_MS)
      } finally {
        signalServer(replica, 'SIGCONT')
      }
      await writers.awaitSave(performance.now(), 90)
      return [
        { name: `${name}: longest time without a save`, value: writers.saves.read(), limit: 30, unit: 's' },
      ]
    },
    reads.look,
  )
  return [...during, ...reads.list(name, 15), await countReturn(trial, name)]
}

/** The replica ends, and starts again. */
export async function tryWithoutReplica(trial: Trial): Promise<Budget[]> {
  const name = 'replica gone'
  const reads = new OwnReads(trial)
  const during = await saveDuring(
    trial,
    name,
    async (writers) => {
      const { replica } = await findNodes(trial.cluster)
      await sleep(2000)
      writers.beginGap()
      await replica.kill()
      await sleep(AWAY_MS)
      const value = writers.saves.read()
      replica.start()
      return [{ name: `${name}: longest time without a save`, value, limit: 30, unit: 's' }]
    },
    reads.look,
  )
  return [...during, ...reads.list(name, 5), await countReturn(trial, name)]
}
