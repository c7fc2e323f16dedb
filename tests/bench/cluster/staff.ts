import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { hashPassword } from '#server/modules/session/passwords/passwords.ts'
import { createClient, type Reply, type Send, type Sent } from '../abuse/client.ts'
import { fileForm } from '../abuse/errands.ts'
import { bill } from '../abuse/staff.ts'

const PASSWORD = 'Trial-lantern-7'
/** People who sign in at the same time: each password takes the processor for a tenth of a second. */
const ENTERING = 4

/** What a person does, and its share of a day. */
const shares = { list: 60, form: 20, save: 10, report: 4, export: 3, upload: 3 } as const
export type Deed = keyof typeof shares

/** One request of a person. */
export interface Done {
  deed: Deed
  milliseconds: number
  /** What was answered instead of success. */
  fault?: string
}

const deeds = (Object.keys(shares) as Deed[]).flatMap((deed) => Array<Deed>(shares[deed]).fill(deed))
const drawOne = <T>(values: readonly [T, ...T[]]): T =>
  values[Math.floor(Math.random() * values.length)] ?? values[0]
const [firstDeed = 'list', ...otherDeeds] = deeds

const lists = [
  '/resource/stock/in-bill/list?pageNo=1&pageSize=10&column=createTime&order=desc',
  '/resource/catalog/gazetteer/list?pageNo=1&pageSize=20&ftitle=*志*',
  '/resource/catalog/gazetteer/list?pageNo=2&pageSize=10',
] as const

const text = Buffer.from('地方志馆\n'.repeat(500))

/** The request of a deed; `billId` is a bill that the person has seen. */
const requests: Readonly<Record<Deed, (billId: string) => { path: string; sent?: Sent }>> = {
  list: () => ({ path: drawOne(lists) }),
  form: (billId) => ({ path: `/resource/stock/in-bill/queryById?id=${billId}` }),
  save: () => ({
    path: '/resource/stock/in-bill/add',
    sent: {
      method: 'POST',
      body: JSON.stringify(bill(3)),
      headers: { 'idempotency-key': randomUUID() },
    },
  }),
  report: () => ({ path: '/online/cgreport/api/getData/rp_holdings?pageNo=1&pageSize=10' }),
  export: () => ({ path: '/resource/catalog/gazetteer/exportXls' }),
  upload: () => ({ path: '/sys/common/upload', sent: fileForm('file', '说明.txt', 'text/plain', text) }),
}

/** What was answered instead of success: 200 without a refusal in its envelope. */
function findFault({ status, body }: Reply): string | undefined {
  if (status === 200 && !body.startsWith('{"success":false')) return undefined
  return `${status} ${body.slice(0, 160)}`
}

/** Adds users who may do what clerks do; returns their accounts. */
export async function addStaff(database: pg.Client, count: number): Promise<string[]> {
  const { rows } = await database.query<{ username: string }>(
    `with added as (
       insert into sys_user (id, username, realname, org_code, password, must_change, create_by)
       select 'trial-' || n, 'trial' || n, '试用' || n, 'A01A02', $1, false, 'system' from generate_series(1, $2::int) n
       returning id, username),
     placed as (insert into sys_user_depart (user_id, dep_id) select id, 'A01A02' from added),
     entitled as (insert into sys_user_role (user_id, role_id) select id, 'clerk' from added)
     select username from added`,
    [await hashPassword(PASSWORD), count],
  )
  return rows.map(({ username }) => username)
}

/** A person at the office: a session, a socket, and one deed after the other. */
class Colleague {
  #token = ''
  #socket: WebSocket | undefined
  #billId = ''

  constructor(
    readonly url: string,
    readonly send: Send,
    readonly username: string,
    readonly onDone: (done: Done) => void,
  ) {}

  /** Signs in, reads the menu, and opens the socket, as a page does. */
  async enter(): Promise<void> {
    const login = { username: this.username, password: PASSWORD }
    const reply = await this.send('/sys/login', { method: 'POST', body: JSON.stringify(login) })
    const fault = findFault(reply)
    if (fault) throw new Error(`${this.username} cannot sign in: ${fault}`)
    const { result } = JSON.parse(reply.body) as { result: { token: string; userInfo: { id: string } } }
    this.#token = result.token
    await this.send('/sys/permission/getUserPermissionByToken', { token: this.#token })
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/websocket/${result.userInfo.id}`, [
      this.#token,
    ])
    this.#socket = socket
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.on('close', (code) =>
      this.onDone({ deed: 'list', milliseconds: 0, fault: `socket closed with ${code}` }),
    )
  }

  /** One deed after the other, with `thinking` seconds (from, to) before each. */
  async work(thinking: readonly [number, number], isOver: () => boolean): Promise<void> {
    const [from, to] = thinking
    while (!isOver()) {
      await sleep(1000 * (from + Math.random() * (to - from)))
      const drawn = drawOne([firstDeed, ...otherDeeds])
      // Nobody opens a bill that he has not seen.
      await this.#do(drawn === 'form' && this.#billId === '' ? 'list' : drawn)
    }
    this.#socket?.removeAllListeners('close')
    this.#socket?.terminate()
  }

  async #do(deed: Deed): Promise<void> {
    const { path, sent } = requests[deed](this.#billId)
    const reply = await this.send(path, { token: this.#token, timeoutMs: 30_000, ...sent })
    const fault = findFault(reply)
    this.onDone({
      deed,
      milliseconds: reply.milliseconds,
      ...(fault !== undefined && { fault: `${deed}: ${fault}` }),
    })
    if (path === lists[0]) this.#billId = /"id":"(\d+)"/.exec(reply.body)?.[1] ?? this.#billId
  }
}

/** Lets all people enter, a few at a time, and work from then on; resolves when the last one has entered. */
export async function openOffice(
  url: string,
  usernames: readonly string[],
  thinking: readonly [number, number],
  onDone: (done: Done) => void,
): Promise<{ close(): Promise<void> }> {
  const send = createClient(`${url}/jeecg-boot`, 256)
  let isOver = false
  const working: Promise<void>[] = []
  const waiting = [...usernames]
  const enterAll = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const colleague = new Colleague(url, send, name, onDone)
      await colleague.enter()
      working.push(colleague.work(thinking, () => isOver))
    }
  }
  await Promise.all(Array.from({ length: ENTERING }, enterAll))
  return {
    async close() {
      isOver = true
      await Promise.all(working)
    },
  }
}
