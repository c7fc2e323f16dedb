import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { faultyDocuments } from '../../../support/faulty-documents.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const account: JsonObject = {
  ...screen('demo/account', member('username', '账号', { length: 100 })),
  table: { name: 'sys_user' },
}

const designer = ['design:read', 'design:write', 'design:release']
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/account.json': account },
    { clerk: designer, other: designer, reader: ['design:read', 'design:write'] },
  )
})
afterAll(() => server?.close())

const at = (id: string, part = '') => `/design/documents/${id}${part}`
const call = async (who: Person, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  await server.call(who, method, path, body === undefined ? {} : { body })
const draft = (body: JsonObject, base: JsonObject | null = null, who: Person = 'clerk') =>
  call(who, 'PUT', at(String(body.id), '/draft'), { base, body })
const release = async (id: string, who: Person = 'clerk') =>
  (await call(who, 'POST', at(id, '/release'), { note: '' })).body

describe('the draft of another designer', () => {
  it('cannot be read, discarded or released, and its contents are in no list', async () => {
    await draft({ ...screen('demo/secret', member('fname', '名')), title: '机密计划' })
    for (const who of ['other', 'reader', 'admin'] as const) {
      expect((await call(who, 'GET', at('demo/secret'))).body.success).toBe(false)
      expect((await call(who, 'GET', at('demo/secret', '/draft/companions'))).body.success).toBe(false)
      expect((await call(who, 'DELETE', at('demo/secret', '/draft'))).body.success).toBe(false)
      expect((await release('demo/secret', who)).success).toBe(false)
      const list = (await call(who, 'GET', '/design/documents')).body
      expect(list.result.newDrafts).toEqual([{ documentId: 'demo/secret' }])
      expect(JSON.stringify(list)).not.toContain('机密计划')
    }
    expect((await call('clerk', 'GET', at('demo/secret'))).body.result.draft.body.title).toBe('机密计划')
  })
})

describe('a designed document', () => {
  const overlay = (id: string, fields: JsonObject[]) => ({
    version: 2,
    kind: 'screen',
    id,
    extends: 'demo/account',
    title: '账号',
    perm: 'demo:account',
    fields,
  })
  const hash = { title: '密码', type: 'textarea', store: 'text', validateRules: [{ required: true }] }

  it.each<[string, JsonObject, RegExp]>([
    [
      'a table of the application',
      { ...screen('demo/grants', member('fname', '名')), table: { name: 'sys_role_permission' } },
      /系统自己的/,
    ],
    [
      'a table of PostgreSQL',
      { ...screen('demo/pg', member('fname', '名')), table: { name: 'pg_authid' } },
      /数据库自己的/,
    ],
    [
      'the table of another document',
      { ...screen('demo/users', member('fname', '名')), table: { name: 'sys_user' } },
      /已被文档 demo\/account 使用/,
    ],
    [
      'a hash in an overlay',
      overlay('demo/hash', [{ ...hash, key: 'fhash', column: 'password' }]),
      /列 password 是系统自己用的/,
    ],
    ['a hash by its key', overlay('demo/hash', [{ ...hash, key: 'password' }]), /列 password 是系统自己用的/],
    [
      'a hash that is renamed',
      overlay('demo/hash', [{ ...hash, key: 'fhash', renamedFrom: 'password' }]),
      /列 password 是系统自己用的/,
    ],
    [
      'a hash in the file',
      {
        ...account,
        fields: [...(account.fields as JsonObject[]), { key: 'fhash', ...hash, column: 'password' }],
      },
      /列 password 是系统自己用的/,
    ],
    ['names of the prototype', screen('demo/proto', member('constructor', '名')), /不能作字段名/],
    [
      'thousands of fields',
      screen('demo/many', ...Array.from({ length: 2000 }, (_, n) => member(`f${n}`, `列${n}`))),
      /最多 1000 项/,
    ],
    [
      'a text without end',
      screen('demo/long', member('fname', '长'.repeat(1_000_000))),
      /不能超过 20000 个字/,
    ],
  ])('is refused over %s', async (_, body, text) => {
    await draft(body, body.id === 'demo/account' ? account : null)
    const { message, result } = await release(String(body.id))
    expect(message).toBe('文档有错误，请先改好再发布')
    expect(JSON.stringify(result.problems)).toMatch(text)
  })

  it('may add columns of its own to a table of the application', async () => {
    const body = overlay('demo/nick', [{ key: 'fnick', title: '昵称', type: 'input', length: 20 }])
    const { result } = (await call('clerk', 'POST', at('demo/nick', '/inspect'), { body })).body
    expect(result).toMatchObject({ problems: [], steps: [{ text: expect.stringContaining('fnick') }] })
  })
})

describe('the body of a draft', () => {
  const raw = (text: string) => server.call('clerk', 'PUT', at('demo/raw', '/draft'), { raw: text })
  const written = (field: string) =>
    JSON.stringify(screen('demo/raw', member('fname', '@'))).replace('"@"', field)
  const refusedText = '文档里有不能保存的字符，请重新输入这段文字：ab'

  it.each([
    ['a key of the prototype', `{"base":null,"body":{"__proto__":{"a":1}}}`, 400, '请求格式不正确'],
    ['a constructor', `{"base":null,"body":{"constructor":{"prototype":{"a":1}}}}`, 400, '请求格式不正确'],
    [
      '40 levels',
      `{"base":null,"body":${written('['.repeat(40) + ']'.repeat(40))}}`,
      400,
      '提交的数据超过32层，不能识别',
    ],
    [
      '12 MB',
      `{"base":null,"body":${written(`"${'长'.repeat(4_000_000)}"`)}}`,
      413,
      '提交的内容超过4MB限制，请压缩或分批提交',
    ],
    ['a NUL', `{"base":null,"body":${written('"a\\u0000b"')}}`, 200, refusedText],
    ['half a character', `{"base":null,"body":${written('"a\\ud800b"')}}`, 200, refusedText],
    ['a NUL in its base', `{"base":{"title":"a\\u0000b"},"body":${written('"名"')}}`, 200, refusedText],
    [
      'half a character in its base',
      `{"base":{"title":"a\\ud800b"},"body":${written('"名"')}}`,
      200,
      refusedText,
    ],
  ])('is refused with %s', async (_, text, status, message) => {
    const reply = await raw(text)
    expect([reply.status, reply.body.success, reply.body.message]).toEqual([status, false, message])
    expect(({} as JsonObject).a).toBeUndefined()
    expect((await call('clerk', 'GET', at('demo/raw'))).body.success).toBe(false)
  })
})

describe('a release', () => {
  it('of two designers at once succeeds once, and tells the other', async () => {
    const id = 'demo/twice'
    await draft(screen(id, member('fname', '名')))
    await draft(screen(id, member('fname', '号')), null, 'other')
    const answers = await Promise.all([release(id), release(id, 'other')])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const refused = answers.find(({ success }) => !success)
    expect(refused?.message).toMatch(
      /刚刚有人发布了这个文档|别人已经改了同一处|表正在使用，请稍后再试|该记录正被他人保存，请稍后再试/,
    )
    expect((await call('clerk', 'GET', at(id, '/revisions'))).body.result).toHaveLength(1)
  })

  it.each([
    ['a NUL', '一\u0000二'],
    ['half a character', '一\ud800二'],
  ])('is refused with %s in its note', async (_, note) => {
    const id = 'demo/noted'
    await draft(screen(id, member('fname', '名')))
    const { body } = await call('clerk', 'POST', at(id, '/release'), { note })
    expect(body.message).toBe('说明里有不能保存的字符，请重新输入说明：一二')
    expect((await call('clerk', 'GET', at(id))).body.result.draft).not.toBeNull()
  })

  it('is refused soon while another connection reads the table, and nothing has changed', async () => {
    const id = 'demo/locked'
    const first = screen(id, member('fname', '名'))
    await draft(first)
    await release(id)
    await draft(screen(id, member('fname', '名'), member('fnew', '新')), first)
    const gate: { open?: () => void } = {}
    const closed = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    let isHeld: () => void
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const holding = server.test.db.app.transaction().execute(async (trx) => {
      await sql`lock table demo_locked in access share mode`.execute(trx)
      isHeld()
      await closed
    })
    await held
    const { message } = await release(id)
    gate.open?.()
    await holding
    expect(message).toMatch(/表正在使用，请稍后再试/)
    const { result } = (await call('clerk', 'GET', at(id))).body
    expect(result).toMatchObject({ revision: 1, current: first })
  })

  it('is a line of the operation log, also when it is refused', async () => {
    // There is no draft any more.
    expect((await release('demo/twice')).success).toBe(false)
    const lines = await sql<{ ok: number }>`
      select ok from sys_audit where request_url like '%/design/documents/demo/twice/release' order by create_time`.execute(
      server.test.db.app,
    )
    expect(new Set(lines.rows.map(({ ok }) => ok))).toEqual(new Set([0, 1]))
  })
})

describe('a document with hundreds of faults', () => {
  const { make } = faultyDocuments.find(({ name }) => name === 'formulas with unknown names') ?? {}
  const body = { ...(make?.(500) as JsonObject), id: 'demo/flood' }

  it.each([
    ['/schema/check', (answer: JsonObject) => answer.result],
    [at('demo/flood', '/inspect'), ({ result }: JsonObject) => (result as JsonObject).problems],
  ])(
    'is checked by %s while others are answered, and has at most 201 problems',
    async (path, listProblems) => {
      let isOver = false
      const checking = call('clerk', 'POST', path, path === '/schema/check' ? body : { body }).then(
        (reply) => {
          isOver = true
          return reply.body
        },
      )
      let answered = 0
      while (!isOver) {
        await call('other', 'GET', '/sys/user/getUserInfo')
        answered += isOver ? 0 : 1
      }
      // Between two requests the whole check would have run.
      expect(answered).toBeGreaterThan(3)
      expect(listProblems(await checking)).toHaveLength(201)
    },
  )
})
