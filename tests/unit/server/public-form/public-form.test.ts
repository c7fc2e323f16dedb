import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueVisit } from '#server/modules/public-form/visit.ts'
import { issueTicket } from '#server/modules/session/bot-check/bot-check.ts'
import { TestServer } from '../resources/test-server.ts'
import { card, publicGrants, publicScreens } from './screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(publicScreens, publicGrants)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [
    'demo_card',
    'demo_gift',
    'demo_cardlog',
    'sys_public_receipt',
    'sys_counter',
    'sys_one_time',
    'sys_number',
  ])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const MINUTE = 60_000
const here = '127.0.0.1'
const visit = (screen = 'demo/card', age = MINUTE) =>
  issueVisit(server.services.secrets, screen, Date.now() - age)
const ticket = (ip = here) => issueTicket(server.services.db.app, ip)

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its answer.
  body: any
}
/** A request without a session. */
async function ask(method: 'GET' | 'POST', url: string, payload?: object, more: object = {}): Promise<Reply> {
  const reply = await server.app.inject({ method, url, ...(payload && { payload }), ...more })
  return { status: reply.statusCode, body: reply.json() }
}
const person = { fname: '王芳', fphone: '13800000000', fkind: '2', fwhy: '修谱' }
const submit = async (over: object = {}, screen = 'demo/card', more: object = {}) => {
  const body = { visit: visit(screen), ticket: await ticket(), values: person, ...over }
  return await ask('POST', `/sys/publicForm/${screen}`, body, more)
}
const readState = (secret: string) => ask('POST', '/sys/publicForm/state', { secret })
const rowsIn = async (table = 'demo_card') =>
  (await sql<Record<string, unknown>>`select * from ${sql.id(table)} order by id`.execute(server.test.db.app))
    .rows
const withoutTime = ({ status, body: { timestamp: _, requestId: _id, ...body } }: Reply) => ({ status, body })

describe('a public form', () => {
  it('shows strangers its own fields, and nothing else of the document', async () => {
    const { body } = await ask('GET', '/sys/publicForm/demo/card')
    expect(body.result).toEqual({
      title: '读者证申请',
      intro: '三个工作日内答复',
      state: 'open',
      visit: expect.stringMatching(/^\w+\.[\w-]{43}\.[0-9a-f]{64}$/),
      fields: [
        { key: 'fname', title: '姓名', control: 'line', isRequired: true, maxLength: 40 },
        { key: 'fphone', title: '手机', control: 'line', isRequired: false, maxLength: 200 },
        {
          key: 'fkind',
          title: '类别',
          control: 'choice',
          isRequired: false,
          value: '1',
          choices: [
            { value: '1', text: '普通' },
            { value: '2', text: '研究' },
          ],
        },
        { key: 'fvisit', title: '来馆日', control: 'date', isRequired: false, help: '周一闭馆' },
        {
          key: 'fwhy',
          title: '事由',
          control: 'lines',
          isRequired: false,
          maxLength: 100,
          showIf: "fkind == '2'",
        },
      ],
    })
  })

  it('makes a record by the system, with numbers, defaults and consequences, which staff move and strangers follow', async () => {
    const { body } = await submit()
    expect(body.result).toEqual({
      number: 'C0001',
      done: '已收到',
      secret: expect.stringMatching(/^[\w-]{43}$/),
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const [record] = await rowsIn()
    expect(record).toMatchObject({
      fno: 'C0001',
      fname: '王芳',
      fkind: '2',
      fstate: '待审核',
      finner: 'system',
      create_by: 'system',
      sys_org_code: '',
    })
    expect(await rowsIn('demo_cardlog')).toMatchObject([{ ftext: '王芳' }])
    const list = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/card/list')
    expect(list.body.result.records).toMatchObject([{ fno: 'C0001', fname: '王芳' }])
    const answer = { freply: '请来领取' }
    const moved = await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/card/move/accept', {
      body: { ids: String(record?.id), answer: '请来领取' },
    })
    expect(moved.body.success).toBe(true)
    expect((await readState(body.result.secret)).body.result).toEqual({
      title: '读者证申请',
      number: 'C0001',
      submitted: record?.create_time,
      expires: body.result.expires,
      fields: [
        { title: '状态', text: '已受理' },
        { title: '类别', text: '研究' },
        { title: '手机', text: '138****0000' },
        { title: '答复', text: answer.freply },
      ],
    })
  })

  it('refuses every key that is not one of its fields, and stores nothing', async () => {
    const keys = [
      'fstate',
      'finner',
      'fcost',
      'fno',
      'freply',
      'id',
      'rev',
      'createBy',
      'delFlag',
      'tenant_id',
      '__proto__',
      'nothing',
    ]
    for (const key of keys) {
      const values = JSON.parse(`{ "fname": "王芳", ${JSON.stringify(key)}: "x" }`) as object
      const reply = await submit({ values })
      expect([key, reply.status]).toEqual([key, 400])
    }
    for (const values of [{ fname: ['王芳'] }, { fname: { $ne: '' } }, 'fname', [person]])
      expect((await submit({ values })).status).toBe(400)
    expect((await submit({ values: person, id: '1' })).status).toBe(400)
    expect(await rowsIn()).toEqual([])
  })

  it('names the wrong field and keeps the ticket, so that its owner can correct it', async () => {
    const kept = { visit: visit(), ticket: await ticket() }
    const wrong = await submit({ ...kept, values: { ...person, fphone: '12', fname: '' } })
    expect(wrong.status).toBe(400)
    expect(wrong.body.result.problems.map(({ path }: { path: string }) => path)).toEqual([
      '/fname',
      '/fphone',
    ])
    expect((await submit({ ...kept, values: { ...person, fkind: '9' } })).body.result.problems[0].path).toBe(
      '/fkind',
    )
    expect((await submit(kept)).body.result.number).toBe('C0001')
  })

  it('tells nothing of other parts of the document that refuse a save', async () => {
    const tooLong = await submit({ values: { ...person, fname: '很长很长的姓名' } })
    expect(tooLong.body.message).toBe('没有收下，请检查填写的内容，或直接与我们联系')
    expect(JSON.stringify(tooLong.body)).not.toMatch(/机密|之后|cardlog/)
    expect((await submit({ values: { ...person, fvisit: '2027-01-04' } })).body.success).toBe(true)
    const taken = await submit({ values: { ...person, fvisit: '2027-01-04' } })
    expect(taken.body.result.problems).toEqual([{ path: '/fvisit', code: 'limit', text: '这一天已经约满' }])
    await submit()
    const third = await submit()
    expect(third.body.result.problems).toEqual([
      { path: '/fphone', code: 'limit', text: '与已有的登记冲突，请换一个再试' },
    ])
    expect((await rowsIn()).length).toBe(2)
    const { rows } = await sql<{
      count: number
    }>`select count from sys_counter where scope = 'public-form ip'`.execute(server.test.db.app)
    expect(rows).toEqual([{ count: 2 }])
  })
})

describe('a submission', () => {
  it('sent twice or at once becomes one record, and gets one receipt', async () => {
    const twice = { visit: visit(), ticket: await ticket() }
    const replies = await Promise.all([
      submit(twice),
      ...[1, 2, 3].map(async () => submit({ ...twice, ticket: await ticket() })),
    ])
    const numbers = replies.flatMap(({ body }) => body.result?.number ?? [])
    expect(new Set(numbers)).toEqual(new Set(['C0001']))
    const again = await submit({ ...twice, ticket: '', values: { fname: '别人' } })
    expect(again.body.result.number).toBe('C0001')
    expect((await rowsIn()).map(({ fname }) => fname)).toEqual(['王芳'])
  })

  it('needs a visit of this form, a ticket of this address, and time', async () => {
    const refused = async (over: object) => (await submit(over)).body.message
    const stale = '页面打开得太久了，请再提交一次'
    const [time, secret, mark] = visit().split('.')
    for (const forged of [
      visit('demo/gift'),
      visit('demo/card', 25 * 60 * MINUTE),
      visit('demo/card', -MINUTE),
      `${time}.${'A'.repeat(43)}.${mark}`,
      `${(Date.now() - 5000).toString(36)}.${secret}.${mark}`,
      `${time}.${secret}.`,
      'x',
    ])
      expect(await refused({ visit: forged })).toBe(stale)
    expect(await refused({ visit: visit('demo/card', 500) })).toBe('提交得太快了，请检查一遍再提交')
    expect(await refused({ website: 'http://spam.example' })).toBe('没有通过验证，请刷新页面再填')
    const used = await ticket()
    expect((await submit({ ticket: used })).body.success).toBe(true)
    for (const wrong of [used, 'x', '', await ticket('10.9.9.9')])
      expect(await refused({ ticket: wrong })).toBe('请先完成安全验证')
    expect((await rowsIn()).length).toBe(1)
  })

  it('is refused beyond the limits of its address and of the day', async () => {
    const from = async (ip: string, n: number) => {
      const body = { visit: visit(), ticket: await ticket(ip), values: { fname: `访客${n}` } }
      return await ask('POST', '/sys/publicForm/demo/card', body, { remoteAddress: ip })
    }
    const replies = await Promise.all(Array.from({ length: 9 }, (_, n) => from('10.1.1.1', n)))
    expect(replies.filter(({ body }) => body.success).length).toBe(5)
    expect(new Set(replies.filter(({ body }) => !body.success).map(({ status }) => status))).toEqual(
      new Set([429]),
    )
    for (let n = 0; n < 3; n++) expect((await from(`10.1.2.${n}`, n)).body.success).toBe(true)
    expect((await from('10.1.3.1', 9)).body.message).toBe('今天收到的已经满了，请明天再来')
    expect((await rowsIn()).length).toBe(8)
    const view = (await ask('GET', '/sys/publicForm/demo/card')).body.result
    expect([view.state, view.fields, view.visit]).toEqual(['full', [], undefined])
  })

  it('is no place for large bodies, other types of content, or pages of other sites', async () => {
    expect((await submit({ values: { fname: 'x'.repeat(70_000) } })).status).toBe(413)
    const many = Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`f${n}`, 1]))
    expect((await submit({ values: many })).status).toBe(413)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await submit({}, 'demo/card', { headers })).status).toBe(403)
    const text = { headers: { 'content-type': 'text/plain' }, payload: JSON.stringify({ visit: visit() }) }
    expect((await ask('POST', '/sys/publicForm/demo/card', undefined, text)).status).toBe(400)
    expect(await rowsIn()).toEqual([])
  })

  it('is stored as it is, and exported as text that no spreadsheet calculates', async () => {
    const hostile = ['<b onclick=x>', '=1+1', '@SUM', '+1|x!A', '-1+1']
    for (const fname of hostile) expect((await submit({ values: { fname } })).body.success).toBe(true)
    const list = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/card/list', {
      query: { order: 'asc', column: 'fno' },
    })
    expect(list.body.result.records.map(({ fname }: { fname: string }) => fname)).toEqual(hostile)
    const sheet = await server.app.inject({
      method: 'GET',
      url: '/jeecg-boot/resource/demo/card/exportXls',
      headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
    })
    const cells = Object.values(read(sheet.rawPayload, { cellFormula: true }).Sheets).flatMap((page) =>
      Object.values(page as Record<string, { t?: string; f?: string; v?: unknown }>),
    )
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
    for (const text of hostile) expect(cells.find(({ v }) => String(v).endsWith(text))?.t).toBe('s')
  })
})

describe('what strangers cannot reach', () => {
  it('unknown forms, screens without one and screens over the same records get the same answer', async () => {
    const answers = await Promise.all(
      ['demo/card-view', 'demo/order', 'demo/none', 'sys/user'].map((id) =>
        ask('GET', `/sys/publicForm/${id}`),
      ),
    )
    const [first, ...others] = answers.map(withoutTime)
    expect(first).toMatchObject({
      status: 200,
      body: { success: false, message: '没有这个表单，或者它已经停用' },
    })
    for (const other of others) expect(other).toEqual(first)
    expect(withoutTime(await submit({ visit: visit('demo/order') }, 'demo/order'))).toEqual(first)
  })

  it('other routes of the screen stay closed, and users get no word of the form with the document', async () => {
    for (const verb of ['list', 'queryById?id=1', 'exportXls'])
      expect((await ask('GET', `/jeecg-boot/resource/demo/card/${verb}`)).status).toBe(401)
    const document = await server.call('clerk', 'GET', '/jeecg-boot/schema/documents/demo/card')
    expect(document.body.result).toMatchObject({ id: 'demo/card' })
    expect(JSON.stringify(document.body)).not.toContain('三个工作日')
  })

  it('a secret opens its own submission only, until its end, and is not stored', async () => {
    const { secret } = (await submit()).body.result
    const { rows } = await sql<{
      all: string
    }>`select string_agg(r::text, ' ') as all from sys_public_receipt r`.execute(server.test.db.app)
    expect(rows[0]?.all).not.toContain(secret)
    const missing = withoutTime(await readState('A'.repeat(43)))
    expect(missing).toMatchObject({ status: 200, body: { success: false, result: null } })
    const [, unused = ''] = visit().split('.')
    expect(withoutTime(await readState(unused))).toEqual(missing)
    const gift = await submit({ visit: visit('demo/gift'), values: { fname: '王芳' } }, 'demo/gift')
    expect(gift.body.result).toEqual({ number: 'C0001' })
    expect(await rowsIn('demo_gift')).toMatchObject([{ tenant_id: 7 }])
    await sql`update demo_card set del_flag = 1`.execute(server.test.db.owner)
    expect(withoutTime(await readState(secret))).toEqual(missing)
    await sql`update demo_card set del_flag = 0`.execute(server.test.db.owner)
    expect((await readState(secret)).body.success).toBe(true)
    await sql`update sys_public_receipt set expires = now() - interval '1 second'`.execute(
      server.test.db.owner,
    )
    expect(withoutTime(await readState(secret))).toEqual(missing)
  })

  it('a form that has not opened, or has ended, shows its days and takes nothing', async () => {
    const state = async (over: object) => {
      const document = { ...publicScreens['demo/card.json'], public: { ...card.public, ...over } }
      writeFileSync(join(server.folder, 'demo/card.json'), JSON.stringify(document))
      await server.services.reloadDocuments()
      const { result } = (await ask('GET', '/sys/publicForm/demo/card')).body
      return [result.state, result.fields.length, (await submit()).body.message]
    }
    expect(await state({ opens: '2999-01-01' })).toEqual(['waiting', 0, '还没有到可以填写的日子'])
    expect(await state({ closes: '2020-01-01' })).toEqual(['closed', 0, '已经截止，不再收了'])
    expect(await rowsIn()).toEqual([])
  })
})
