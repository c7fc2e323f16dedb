import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApplication } from '#server/app/application.ts'
import type { Application } from '#server/app/compose.ts'
import { modules } from '#server/app/modules.ts'
import type { Services } from '#server/app/services.ts'
import type { Module } from '#server/modules/define-module.ts'
import type { TestDatabase } from '../../../support/test-database.ts'
import { addPeople, createTestServer, type TestInstance } from '../../../support/test-server.ts'

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
  /** The server that is called; the first one unless it is another. */
  app?: FastifyInstance
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

/** Waits until pages have received the frames of all rights written so far, so that no test counts them as its own. */
async function awaitMenuFrames({ db, permissions, live }: Services): Promise<void> {
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
    readonly services: Services,
    readonly app: FastifyInstance,
    readonly folder: string,
    readonly dataDir: string,
    readonly tokens: Map<string, string>,
    readonly application: Application<Services>,
    private readonly instance: Pick<TestInstance<Services>, 'openAnother' | 'close'>,
  ) {}

  /** `files` are documents besides the fixtures, by path; `grants` are codes besides those above. */
  static async open(
    files: Readonly<Record<string, unknown>> = {},
    grants: Partial<Record<Person, readonly string[]>> = {},
    added: readonly Module<Services>[] = [],
  ): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'office-schemas-'))
    const dataDir = mkdtempSync(join(tmpdir(), 'office-data-'))
    cpSync(fixtures, folder, { recursive: true })
    for (const [name, json] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), JSON.stringify(json))
    }
    let tokens = new Map<string, string>()
    const installed = [...modules, ...added]
    const server = await createTestServer({
      application: createApplication(installed),
      installed,
      settings: { schemaDirs: [folder], dataDir },
      // Files of these ids, and modules, may be of other tables: the first start has neither.
      ...(added.length === 0 && {
        startedBefore: { name: 'resources', settings: { schemaDirs: [fixtures] } },
      }),
      async prepare(test, services) {
        const setups = Object.entries(people).map(([name, { org, codes }]) => {
          const more = grants[name as Person] ?? []
          return [name, { org, codes: [...codes, ...more], realname: `${name}真名` }]
        })
        tokens = await addPeople(test, services, Object.fromEntries(setups))
      },
    })
    const { test, services, app, application } = server
    await awaitMenuFrames(services)
    return new TestServer(test, services, app, folder, dataDir, tokens, application, server)
  }

  async call(
    who: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    call: Call = {},
  ): Promise<Reply> {
    const { query, body, raw, headers, app = this.app } = call
    const answer = await app.inject({
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

  /** A second server on the same database, for calls with its `app`; closed before this one. */
  openAnother() {
    return this.instance.openAnother()
  }

  async close(): Promise<void> {
    await this.instance.close()
    for (const folder of [this.folder, this.dataDir]) rmSync(folder, { recursive: true, force: true })
  }
}
