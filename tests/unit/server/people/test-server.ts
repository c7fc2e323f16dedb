import { join } from 'node:path'
import type { WebSocket } from 'ws'
import { application } from '#server/app/application.ts'
import type { Services } from '#server/app/services.ts'
import { seedGrants } from '#server/modules/demo/grants.ts'
import { seedPeople } from '#server/modules/demo/people.ts'
import { seedDatabase } from '#server/modules/session/seed.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestServer } from '../../../support/test-server.ts'
import { asking } from '../asking.ts'
import type { Reply } from '../resources/test-server.ts'

export type Person = 'admin' | 'clerk' | 'reader'

export interface TestServer {
  services: Services
  get(who: Person, url: string, query?: Record<string, string>): Promise<Reply & { text: string }>
  /** Sends a write; the query is a part of the address. */
  send(
    who: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>
  /** Signs in by a session alone and returns its token, which `send` and `get` use for the name from then on. */
  open(username: string): Promise<string>
  /** Opens the socket of a page with the last session of the user. */
  socket(username: string): Promise<WebSocket>
  /** Sends one file as the administrator. */
  upload(url: string, name: string, bytes: Buffer): Promise<Reply>
  signIn(username: string, password: string): Promise<Reply>
  close(): Promise<void>
}

/** The shipped documents, the first users and the users of the demo; no other demo content. */
export async function createPeopleServer(): Promise<TestServer> {
  const env = {
    RATE_LIMIT: '0',
    MAX_LOOP_DELAY: '0',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: 'lantern-orchid-7',
    DEMO_PASSWORD: 'harbour-willow-3',
  }
  const schemaDirs = [join(import.meta.dirname, '../../../../schemas')]
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { ...readConfig(env), demo: false, schemaDirs },
    async seed({ db }) {
      await seedDatabase(db, { ...readConfig(env), demo: true }, () => undefined)
      await seedPeople(db)
    },
    startedBefore: { name: 'people' },
    prepare: ({ db }) => seedGrants(db),
  })
  const users = await test.db.app.selectFrom('sys_user').select(['id', 'username']).execute()
  const tokens = new Map<string, string>()
  for (const { id, username } of users) {
    tokens.set(String(username), await services.sessions.open(String(id), { ip: '127.0.0.1', agent: 'test' }))
  }
  const readId = (username: string) =>
    test.db.app.selectFrom('sys_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  return {
    services,
    get: asking(app, tokens),
    async send(who, method, url, payload, more) {
      const headers = { 'x-access-token': tokens.get(who) ?? '', ...more }
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : ({} as Reply['body']),
        headers: answer.headers,
      }
    },
    async socket(username) {
      const { id } = await readId(username)
      const headers = { 'sec-websocket-protocol': tokens.get(username) ?? '' }
      return await app.injectWS(`/websocket/${id}`, { headers })
    },
    async upload(url, name, bytes) {
      const form = new FormData()
      form.append('files[]', new Blob([new Uint8Array(bytes)]), name)
      const request = new Request('http://test', { method: 'POST', body: form })
      const answer = await app.inject({
        method: 'POST',
        url,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          'content-type': request.headers.get('content-type') ?? '',
          'x-access-token': tokens.get('admin') ?? '',
        },
      })
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
    },
    async open(username) {
      const { id } = await readId(username)
      const token = await services.sessions.open(id, { ip: '127.0.0.1', agent: 'test' })
      tokens.set(username, token)
      return token
    },
    async signIn(username, password) {
      const answer = await app.inject({ method: 'POST', url: '/sys/login', payload: { username, password } })
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
    },
    close,
  }
}
