import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { openBase } from '#server/app/base.ts'
import { type ContentServices, content } from '#server/app/content.ts'
import { readConfig } from '#server/platform/config.ts'
import { createApp } from '#server/platform/http/app.ts'
import { openTestDatabase, type TestDatabase } from '#server/platform/store/test-database.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures/server-schemas')

export interface Reply {
  status: number
  body: {
    success: boolean
    code: number
    message: string
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its answer.
    result: any
  }
  headers: Record<string, unknown>
}

interface Call {
  query?: Record<string, string | string[]> | string
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}

/** The codes of a bill whose rows are saved separately, for `verbs` on the bill and on its rows. */
const purchase = (verbs: readonly string[], rows: readonly string[]) => [
  ...verbs.map((word) => `demo:purchase:${word}`),
  ...rows.map((word) => `demo:purchase.items:${word}`),
]
const rowVerbs = ['list', 'detail', 'add', 'edit', 'delete']

/** The users of the tests: the codes are granted to a role of the same name. */
const people = {
  admin: { org: 'A01', codes: [] },
  clerk: {
    org: 'A01',
    codes: [
      ...['list', 'detail', 'add', 'edit', 'delete', 'secret', 'price', 'note', 'audit', 'unaudit'].map(
        (word) => `demo:order:${word}`,
      ),
      ...purchase(['list', 'detail', 'add', 'edit', 'price', 'audit'], rowVerbs),
    ],
  },
  /** Sees no prices, may not write notes, cannot move. */
  reader: {
    org: 'A01',
    codes: [
      ...['list', 'detail', 'edit', 'add'].map((word) => `demo:order:${word}`),
      ...purchase(['list', 'detail'], ['list', 'add']),
    ],
  },
  /** In another department. */
  other: {
    org: 'B01',
    codes: [
      ...['list', 'detail', 'add', 'edit', 'delete', 'audit'].map((word) => `demo:order:${word}`),
      ...purchase(['list', 'detail'], rowVerbs),
    ],
  },
  nobody: { org: 'A01', codes: [] },
} as const
export type Person = keyof typeof people

/** Waits until pages have received the notice of all rights written so far, so that no test counts that frame. */
async function menuTold({ db, permissions, live }: ContentServices): Promise<void> {
  let isHeard = false
  permissions.onChange((userId) => {
    isHeard ||= userId === 'nobody in particular'
  })
  const { tell } = live
  const told = new Promise<void>((resolve) => {
    live.tell = (frame, userIds) => {
      tell(frame, userIds)
      if (isHeard && frame.cmd === 'menu') resolve()
    }
  })
  await db.notify('permission', 'nobody in particular')
  await told
  live.tell = tell
}

export class TestServer {
  private constructor(
    readonly test: TestDatabase,
    readonly services: ContentServices,
    readonly app: FastifyInstance,
    readonly folder: string,
    readonly tokens: Map<string, string>,
  ) {}

  /** `files` are documents besides the fixtures, by path; `grants` are codes besides those above. */
  static async open(
    files: Readonly<Record<string, unknown>> = {},
    grants: Partial<Record<Person, readonly string[]>> = {},
  ): Promise<TestServer> {
    const test = await openTestDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'office-schemas-'))
    cpSync(fixtures, folder, { recursive: true })
    for (const [name, json] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), JSON.stringify(json))
    }
    const config = {
      ...readConfig({ RATE_LIMIT: '0', MAX_LOOP_DELAY: '0', DEMO: '0', LOG_LEVEL: 'silent' }),
      schemaDirs: [folder],
    }
    const base = await openBase(config, pino({ level: 'silent' }), test.db)
    const services = await content.open(base)
    const tokens = await TestServer.#people(test, services, grants)
    const app = createApp(services, {
      plugins: content.routes,
      extend: (instance) => content.extend?.(instance, services),
    })
    await app.ready()
    await menuTold(services)
    return new TestServer(test, services, app, folder, tokens)
  }

  static async #people(
    { db }: TestDatabase,
    { sessions }: ContentServices,
    grants: Partial<Record<Person, readonly string[]>>,
  ): Promise<Map<string, string>> {
    const tokens = new Map<string, string>()
    for (const [name, { org, codes }] of Object.entries(people)) {
      await db.app
        .insertInto('sys_user')
        .values({ id: name, username: name, realname: `${name}真名`, password: '-', org_code: org })
        .execute()
      await db.app.insertInto('sys_role').values({ id: name, role_code: name, role_name: name }).execute()
      await db.app.insertInto('sys_user_role').values({ user_id: name, role_id: name }).execute()
      for (const code of [...codes, ...(grants[name as Person] ?? [])]) {
        await db.app
          .insertInto('sys_role_permission')
          .values({ role_id: name, permission_id: code })
          .execute()
      }
      tokens.set(name, await sessions.open(name, { ip: '127.0.0.1', agent: 'test' }))
    }
    return tokens
  }

  async call(
    who: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    call: Call = {},
  ): Promise<Reply> {
    const { query, body, raw, headers } = call
    const answer = await this.app.inject({
      method,
      url,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined && raw === undefined ? {} : { payload: raw ?? JSON.stringify(body) }),
      headers: {
        'x-access-token': this.tokens.get(who) ?? '',
        'content-type': 'application/json',
        ...headers,
      },
    })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? { success: true, code: 0, message: '', result: null } : answer.json(),
      headers: answer.headers,
    }
  }

  order(who: Person, verb: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', call?: Call): Promise<Reply> {
    return this.call(who, method, `/jeecg-boot/resource/demo/order/${verb}`, call)
  }

  /** Adds an order and returns the saved record. */
  async add(body: Record<string, unknown> = {}, who: Person = 'clerk') {
    const reply = await this.order(who, 'add', 'POST', {
      body: {
        fname: '订单',
        fwarehouse: 'W1',
        items: [{ fspmc: '纸', spid: 'g1', fnum: 2, fprice: 3 }],
        ...body,
      },
    })
    if (reply.body.code !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body.result
  }

  async close(): Promise<void> {
    await content.close(this.services)
    await this.app.close()
    await this.test.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
