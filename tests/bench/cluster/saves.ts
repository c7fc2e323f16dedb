import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#server/platform/store/with-client.ts'
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.ts'
import type { Budget } from '../measure/budget.ts'

/** Rows of each saved order. */
const ROWS = 3

const screen = {
  ...{ version: 2, kind: 'screen', id: 'trial/order', title: '试验单', perm: 'trial:order' },
  menu: { parent: 'base', icon: 'inbox', order: 99 },
  table: { name: 'trial_order' },
  fields: [
    { key: 'fcode', title: '编号', type: 'input', length: 40, query: 'eq' },
    {
      ...{ key: 'items', title: '明细', type: 'table' },
      table: { name: 'trial_order_item', fk: 'forderid', order: 'orderNum' },
      fields: [{ key: 'fname', title: '品名', type: 'input' }],
    },
  ],
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A cluster of its own with the screen of the saves, for the time of a trial. `prepare` gets the folder before the start, and returns what undoes it. */
export async function withTrialCluster<T>(
  name: string,
  { prepare, env = {} }: { prepare?: (folder: string) => () => void; env?: Record<string, string> },
  trial: (cluster: Cluster, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `office-${name}-`))
  const documents = join(folder, 'documents')
  let cluster: Cluster | undefined
  let undo: (() => void) | undefined
  try {
    mkdirSync(join(documents, 'trial'), { recursive: true })
    writeFileSync(join(documents, 'trial/order.json'), JSON.stringify(screen))
    undo = prepare?.(folder)
    cluster = await startCluster({
      folder,
      root: process.cwd(),
      env: { SCHEMAS_DIR: documents, RATE_LIMIT: '0', ...env },
    })
    return await trial(cluster, folder)
  } finally {
    await cluster?.stop()
    undo?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function signIn({
  url,
  adminPassword,
}: Pick<Cluster, 'url' | 'adminPassword'>): Promise<string> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  })
  const { result } = (await answer.json()) as { result: { token: string } }
  return result.token
}

export interface WriterEvents {
  /** When the save began and was acknowledged. */
  onAcknowledged(begun: number, at: number): void
  /** After each acknowledged save, before the next one. */
  onSaved?(code: string): Promise<void>
  /** Each answer with a status from 500 on, or null for a cut line; the save is sent again. */
  onDelay?(answer: Response | null): Promise<void>
}

/** A person who saves one order after the other, each under its key until it is acknowledged, as pages do. */
export class Writer {
  readonly acknowledged: string[] = []
  isEnding = false
  readonly faults: string[] = []

  constructor(
    readonly url: string,
    readonly token: string,
    readonly events: WriterEvents,
  ) {}

  async run(): Promise<void> {
    while (!this.isEnding) {
      const code = randomUUID()
      const begun = performance.now()
      if (await this.#save(code)) {
        this.acknowledged.push(code)
        this.events.onAcknowledged(begun, performance.now())
        await this.events.onSaved?.(code)
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
      await this.events.onDelay?.(answer)
      await sleep(300)
    }
  }
}

/** The longest time without an event. */
class Gap {
  last = performance.now()
  #longest = 0

  note(at: number): void {
    this.#longest = Math.max(this.#longest, at - this.last)
    this.last = at
  }

  begin(): void {
    this.#longest = 0
  }

  /** Seconds: the longest gap since `begin`, one that lasts included. */
  read(): number {
    return Math.max(this.#longest, performance.now() - this.last) / 1000
  }
}

/** People who save until `end`. */
export class Writers {
  readonly saves = new Gap()
  /** Of saves, and of refusals that name a full disk. */
  readonly answers = new Gap()
  readonly #writers: readonly Writer[]
  readonly #running: Promise<unknown>
  /** The latest beginning of an acknowledged save. */
  #begun = 0

  constructor(
    count: number,
    { url, token }: { url: string; token: string },
    events: Omit<WriterEvents, 'onAcknowledged'> = {},
  ) {
    const onAcknowledged = (begun: number, at: number) => {
      this.#begun = Math.max(this.#begun, begun)
      this.saves.note(at)
      this.answers.note(at)
    }
    const onDelay = async (answer: Response | null) => {
      if (answer?.status === 507) this.answers.note(performance.now())
      await events.onDelay?.(answer)
    }
    const all = { ...events, onAcknowledged, onDelay }
    this.#writers = Array.from({ length: count }, () => new Writer(url, token, all))
    this.#running = Promise.all(this.#writers.map((writer) => writer.run()))
  }

  beginGap(): void {
    this.saves.begin()
    this.answers.begin()
  }

  /**
   * Whether a save that began after `after` was acknowledged within `seconds` from then on. One that began before may be
   * acknowledged by a server whose database has ended meanwhile.
   */
  async awaitSave(after: number, seconds: number): Promise<boolean> {
    while (this.#begun < after && performance.now() < after + seconds * 1000) await sleep(100)
    return this.#begun >= after
  }

  countSaves(): number {
    return this.#writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  }

  /** Lets everybody finish, and compares what was acknowledged with what is stored. */
  async end(name: string, cluster: Pick<Cluster, 'primary'>): Promise<Budget[]> {
    for (const writer of this.#writers) writer.isEnding = true
    await this.#running
    const { lost, unlogged, repeated, partial } = await compare(
      cluster,
      this.#writers.flatMap(({ acknowledged }) => acknowledged),
    )
    const faults = this.#writers.flatMap((writer) => writer.faults)
    for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`)
    console.log(`  ${name}: ${this.countSaves()} saves were acknowledged`)
    return [
      countNothing(`${name}: acknowledged saves lost`, lost),
      countNothing(`${name}: acknowledged saves that the operation log lacks`, unlogged),
      countNothing(`${name}: saves stored twice`, repeated),
      countNothing(`${name}: half records`, partial),
      countNothing(`${name}: other answers`, faults.length),
    ]
  }
}

/** A budget for what may not happen. */
export const countNothing = (name: string, value: number): Budget => ({ name, value, limit: 0, unit: '' })

/** Orders that are stored more than once or not at all, and stored orders without all of their rows. */
async function compare({ primary }: Pick<Cluster, 'primary'>, codes: readonly string[]) {
  const { rows } = await withClient(primary, (client) =>
    client.query<{ code: string; items: number }>(
      `select o.fcode as code, (select count(*)::int from trial_order_item i where i.forderid = o.id) as items
       from trial_order o where o.create_by is distinct from 'unheard'`,
    ),
  )
  const logged = await withClient(primary, (client) =>
    client.query<{ text: string }>(
      `select after_values as text from sys_audit where request_url like '%/trial/order/add%' and after_values is not null`,
    ),
  )
  const texts = logged.rows.map(({ text }) => text).join('\n')
  const stored = new Map<string, number>()
  for (const { code } of rows) stored.set(code, (stored.get(code) ?? 0) + 1)
  return {
    lost: codes.filter((code) => !stored.has(code)).length,
    unlogged: codes.filter((code) => !texts.includes(code)).length,
    repeated: [...stored.values()].filter((count) => count > 1).length,
    partial: rows.filter(({ items }) => items !== ROWS).length,
  }
}
