import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../measure/budget.ts'
import { percentile } from '../measure/process-figures.ts'
import { createClient, type Reply, type Send, signIn } from './client.ts'
import type { Errand } from './errands.ts'
import { PASSWORD, type Target } from './server.ts'

/** What the ten ordinary people met while somebody else misbehaved. */
export interface Experience {
  count: number
  /** Milliseconds. */
  p95: number
  /** Requests that were answered with 5xx, with 429, or not at all, and errands that were refused. */
  failures: string[]
  /** The median, because an errand is rare: the 95th percentile of ten is their longest. */
  errands: { errand: Errand; count: number; median: number }[]
  /** Highest resident memory of the server, in MB. */
  memory: number
}

const listTimes = (replies: readonly Reply[]): number[] => replies.map(({ milliseconds }) => milliseconds)

const isFailure = ({ status }: Reply): boolean => status === 0 || status === 429 || status >= 500
const isRefused = (reply: Reply): boolean => isFailure(reply) || reply.body.startsWith('{"success":false')

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

interface Round {
  send: Send
  token: string
  errands: readonly Errand[]
  isOver(): boolean
  /** Records a reply to the usual work, or to an errand. */
  note(reply: Reply, errand?: Errand): void
}

/** One person's usual round: look at a list, open a record, save a bill, look things up; or a list and the errands. */
async function work({ send, token, errands, isOver, note }: Round): Promise<void> {
  const ask = async (path: string, sent: Parameters<Send>[1] = {}, errand?: Errand) => {
    const reply = await send(path, { token, timeoutMs: 20_000, ...sent })
    note(reply, errand)
    await sleep(100 + Math.random() * 200)
    return reply
  }
  const saveBill = () =>
    ask('/resource/stock/in-bill/add', {
      method: 'POST',
      body: JSON.stringify(bill(3)),
      headers: { 'idempotency-key': randomUUID() },
    })
  // Bills of others may be out of sight.
  if (errands.length > 0) await saveBill()
  while (!isOver()) {
    const list = await ask('/resource/stock/in-bill/list?pageNo=1&pageSize=10')
    const id = /"id":"([^"]+)"/.exec(list.body)?.[1]
    for (const errand of errands) {
      const { path, sent } = errand.request(id ?? '')
      await ask(path, sent, errand)
    }
    if (errands.length > 0) continue
    if (id) await ask(`/resource/stock/in-bill/queryById?id=${id}`)
    await saveBill()
    await ask('/sys/permission/getUserPermissionByToken')
    await ask('/online/cgreport/api/getData/rp_holdings?pageNo=1&pageSize=10')
    await ask('/resource/catalog/gazetteer/list?pageNo=1&pageSize=20&ftitle=*志*')
  }
}

export interface Staff {
  /** Lets everybody work until `attack` is over, at least for six seconds; two of them have only errands, if there are any. */
  workDuring(attack: () => Promise<void>, errands?: readonly Errand[]): Promise<Experience>
}

const AT_LEAST_MS = 6000
const ERRAND_PEOPLE = 2

/** Signs ten people in, each with connections of their own. */
export async function openStaff(target: Target): Promise<Staff> {
  const people = await Promise.all(
    target.staff.map(async (username) => {
      const send = createClient(target.url, 6)
      return { send, token: await signIn(send, username, PASSWORD) }
    }),
  )
  return {
    async workDuring(attack, errands = []) {
      const replies: Reply[] = []
      const refused: Reply[] = []
      const ofErrands = new Map<Errand, Reply[]>(errands.map((errand) => [errand, []]))
      const note = (reply: Reply, errand?: Errand) => {
        replies.push(reply)
        if (errand) ofErrands.get(errand)?.push(reply)
        if (errand ? isRefused(reply) : isFailure(reply)) refused.push(reply)
      }
      let isOver = false
      let memory = target.memory()
      const watch = setInterval(() => {
        memory = Math.max(memory, target.memory())
      }, 100)
      const working = people.map(({ send, token }, at) =>
        work({ send, token, errands: at < ERRAND_PEOPLE ? errands : [], isOver: () => isOver, note }),
      )
      await Promise.all([attack(), sleep(AT_LEAST_MS)])
      isOver = true
      await Promise.all(working)
      clearInterval(watch)
      return {
        count: replies.length,
        p95: percentile(listTimes(replies), 0.95),
        failures: refused.map(({ status, body }) => `${status} ${body.slice(0, 120)}`),
        errands: [...ofErrands].map(([errand, own]) => ({
          errand,
          count: own.length,
          median: median(listTimes(own)),
        })),
        memory,
      }
    },
  }
}
