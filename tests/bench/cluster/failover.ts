import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#server/platform/store/with-client.ts'
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.ts'
import { awaitReplication, findPrimary } from '../../../scripts/cluster/database.ts'
import type { Budget } from '../measure/budget.ts'

const WRITERS = 8
/** Rows of each saved order. */
const ROWS = 3
/** How often the primary is cut off: FAILOVERS, or 20. */
const rounds = Number(process.env.FAILOVERS ?? 20)

const screen = {
  ...{ version: 2, kind: 'screen', id: 'trial/order', title: '试验单', perm: 'trial:order' },
  menu: { parent: 'base', icon: 'inbox', order: 99 },
  table: { name: 'trial_order' },
  fields: [
    { key: 'fcode', title: '编号', type: 'input', length: 40 },
    {
      ...{ key: 'items', title: '明细', type: 'table' },
      table: { name: 'trial_order_item', fk: 'forderid', order: 'orderNum' },
      fields: [{ key: 'fname', title: '品名', type: 'input' }],
    },
  ],
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A person who saves one order after the other, each under its key until it is acknowledged, as pages do. */
class Writer {
  readonly acknowledged: string[] = []
  isEnding = false
  readonly faults: string[] = []

  constructor(
    readonly url: string,
    readonly token: string,
    readonly onAcknowledged: (at: number) => void,
  ) {}

  async run(): Promise<void> {
    while (!this.isEnding) {
      const code = randomUUID()
      if (await this.#save(code)) {
        this.acknowledged.push(code)
        this.onAcknowledged(performance.now())
      }
      await sleep(20)
    }
  }

  /** Whether the order is acknowledged; otherwise the answer is a fault. */
  async #save(code: string): Promise<boolean> {
    const key = randomUUID()
    const items = Array.from({ length: ROWS }, (_, at) => ({ fname: `纸 ${at}` }))
    const body = JSON.stringify({ fcode: code, items })
    for (;;) {
      const answer = await fetch(`${this.url}/jeecg-boot/resource/trial/order/add`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-access-token': this.token,
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null)
      // 503 and a cut line are waited for.
      if (answer && answer.status < 500) {
        const { success, message } = (await answer.json()) as { success: boolean; message: string }
        if (!success) this.faults.push(`HTTP ${answer.status}: ${message}`)
        return success
      }
      await sleep(300)
    }
  }
}

async function signIn({ url, adminPassword }: Cluster): Promise<string> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  })
  const { result } = (await answer.json()) as { result: { token: string } }
  return result.token
}

/** Orders that are stored more than once or not at all, and stored orders without all of their rows. */
async function compare({ primary }: Cluster, codes: readonly string[]) {
  const { rows } = await withClient(primary, (client) =>
    client.query<{ code: string; items: number }>(
      `select o.fcode as code, (select count(*)::int from trial_order_item i where i.forderid = o.id) as items
       from trial_order o`,
    ),
  )
  const stored = new Map<string, number>()
  for (const { code } of rows) stored.set(code, (stored.get(code) ?? 0) + 1)
  return {
    lost: codes.filter((code) => !stored.has(code)).length,
    repeated: [...stored.values()].filter((count) => count > 1).length,
    partial: rows.filter(({ items }) => items !== ROWS).length,
  }
}

/** The primary of the database is cut off in the middle of saves, again and again. */
export async function benchFailover(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-failover-'))
  const documents = join(folder, 'documents')
  mkdirSync(join(documents, 'trial'), { recursive: true })
  writeFileSync(join(documents, 'trial/order.json'), JSON.stringify(screen))
  const env = { SCHEMAS_DIR: documents, RATE_LIMIT: '0' }
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster({ folder, root: process.cwd(), env })
    return await measure(cluster)
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(cluster: Cluster): Promise<Budget[]> {
  const token = await signIn(cluster)
  let last = performance.now()
  let longest = 0
  const gaps: number[] = []
  const onAcknowledged = (at: number) => {
    longest = Math.max(longest, at - last)
    last = at
  }
  const writers = Array.from({ length: WRITERS }, () => new Writer(cluster.url, token, onAcknowledged))
  const running = writers.map((writer) => writer.run())
  for (let round = 1; round <= rounds; round++) {
    await awaitReplication(cluster.nodes, 120)
    await sleep(1000 + Math.random() * 2000)
    const primary = await findPrimary(cluster.nodes)
    if (!primary) throw new Error('there is no primary')
    longest = 0
    await primary.kill()
    const cut = performance.now()
    // A save that is acknowledged after the cut, by the other node.
    while (last < cut + 500 && performance.now() < cut + 90_000) await sleep(100)
    console.log(`  failover ${round}: ${(longest / 1000).toFixed(1)} s without a save`)
    gaps.push(longest / 1000)
    primary.start()
  }
  for (const writer of writers) writer.isEnding = true
  await Promise.all(running)
  const codes = writers.flatMap(({ acknowledged }) => acknowledged)
  const { lost, repeated, partial } = await compare(cluster, codes)
  const faults = writers.flatMap((writer) => writer.faults)
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`)
  console.log(`  ${codes.length} saves were acknowledged`)
  const none = (name: string, value: number): Budget => ({
    name: `failover ${rounds} times: ${name}`,
    value,
    limit: 0,
    unit: '',
  })
  return [
    none('acknowledged saves lost', lost),
    none('saves stored twice', repeated),
    none('half records', partial),
    none('other answers', faults.length),
    { name: 'failover: longest time without a save', value: Math.max(...gaps), limit: 30, unit: 's' },
  ]
}
