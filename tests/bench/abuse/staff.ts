import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Reply, type Send, signIn } from './client.ts'
import { PASSWORD, type Target } from './server.ts'

/** What the ten ordinary people met while somebody else misbehaved. */
export interface Experience {
  count: number
  /** Milliseconds. */
  p95: number
  /** Requests that were answered with 5xx, with 429, or not at all. */
  failures: string[]
  /** Highest resident memory of the server, in MB. */
  memory: number
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const row = (price: number) => ({
  fspmc: '宣纸',
  spid: 'bench-goods',
  funit: '册',
  fnum: 2,
  fprice: price,
  ftaxrate: 13,
})
export const bill = (lines: number) => ({
  fdate: '2026-11-21',
  fwarehouse: 'CK01',
  items: Array.from({ length: lines }, (_, at) => row(at + 1)),
})

/** One person's usual round: look at a list, open a record, save a bill, look things up. */
async function work(send: Send, token: string, until: () => boolean, replies: Reply[]): Promise<void> {
  const ask = async (path: string, sent: Parameters<Send>[1] = {}) => {
    const reply = await send(path, { token, timeoutMs: 20_000, ...sent })
    replies.push(reply)
    await sleep(100 + Math.random() * 200)
    return reply
  }
  while (!until()) {
    const list = await ask('/resource/stock/in-bill/list?pageNo=1&pageSize=10')
    const id = /"id":"([^"]+)"/.exec(list.body)?.[1]
    if (id) await ask(`/resource/stock/in-bill/queryById?id=${id}`)
    await ask('/resource/stock/in-bill/add', {
      method: 'POST',
      body: JSON.stringify(bill(3)),
      headers: { 'idempotency-key': randomUUID() },
    })
    await ask('/sys/permission/getUserPermissionByToken')
    await ask('/online/cgreport/api/getData/rp_holdings?pageNo=1&pageSize=10')
    await ask('/resource/catalog/gazetteer/list?pageNo=1&pageSize=20&ftitle=*志*')
  }
}

export interface Staff {
  /** Lets everybody work until `attack` is over, at least for `atLeastMs`. */
  workDuring(attack: () => Promise<void>, atLeastMs?: number): Promise<Experience>
}

/** Signs ten people in, each with connections of their own. */
export async function openStaff(target: Target): Promise<Staff> {
  const people = await Promise.all(
    target.staff.map(async (username) => {
      const send = createClient(target.url, 6)
      return { send, token: await signIn(send, username, PASSWORD) }
    }),
  )
  return {
    async workDuring(attack, atLeastMs = 6000) {
      const replies: Reply[] = []
      let isOver = false
      let memory = target.memory()
      const watch = setInterval(() => {
        memory = Math.max(memory, target.memory())
      }, 100)
      const working = people.map(({ send, token }) => work(send, token, () => isOver, replies))
      await Promise.all([attack(), sleep(atLeastMs)])
      isOver = true
      await Promise.all(working)
      clearInterval(watch)
      return {
        count: replies.length,
        p95: percentile(
          replies.map(({ milliseconds }) => milliseconds),
          0.95,
        ),
        failures: replies
          .filter(({ status }) => status === 0 || status === 429 || status >= 500)
          .map(({ status, body }) => `${status} ${body.slice(0, 120)}`),
        memory,
      }
    },
  }
}
