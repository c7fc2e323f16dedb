import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import { PNG } from 'pngjs'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliverDue } from '#server/modules/outbox/delivery.ts'
import { addPeople } from '../../../support/test-server.ts'
import { type MailServer, openMailServer } from '../account/servers/mail-server.ts'
import { createSalesServer } from './sales.ts'
import type { TestServer } from './test-server.ts'

let server: TestServer
let mails: MailServer
beforeAll(async () => {
  server = await createSalesServer()
  mails = await openMailServer()
  await server.write({
    version: 2,
    kind: 'panel',
    id: 'trial/overview',
    title: '销售看板',
    needs: 'trial:sales:list',
    blocks: [
      {
        type: 'statistic',
        title: '总数',
        source: { report: 'tst_sales' },
        value: 'fnum',
        statistics: 'sum',
        unit: '张',
      },
      {
        type: 'chart',
        title: '按品名',
        source: { report: 'tst_sales' },
        chart: { kind: 'bar', x: 'fname', y: ['fnum'] },
      },
      { type: 'table', title: '明细', source: { report: 'tst_sales' }, fields: ['fname', 'fnum', 'fcost'] },
      { type: 'text', title: '说明', text: '每周一寄' },
    ],
  } as { id: string })
  const { db } = server.services
  for (const username of ['seller', 'buyer', 'picker', 'nobody', 'designer'])
    await sql`update sys_user set email = ${`${username}@example.org`}, realname = ${username} where username = ${username}`.execute(
      db.owner,
    )
  await sql`update sys_user set status = 2 where username = 'designer'`.execute(db.owner)
  await server.services.db.write((trx) =>
    server.services.settings.store(
      trx,
      { mailHost: '127.0.0.1', mailPort: mails.port, mailSecurity: 'none', mailFrom: 'office@example.org' },
      'admin',
    ),
  )
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
})
beforeEach(async () => {
  mails.received.length = 0
  mails.refuse(null)
  await server.services.db.app.deleteFrom('sys_outbox').execute()
})

const findType = () => {
  const type = server.services.jobTypes.find(({ name }) => name === 'mailReport')
  if (!type) throw new Error('no type')
  return type
}
let occasions = 0
const run = (parameters: object, more: { occasion?: string; signal?: AbortSignal } = {}) =>
  findType().run({ report: 'tst_sales', format: 'pdf', ...parameters } as Record<string, unknown>, {
    job: 'j1',
    occasion: `j1 ${++occasions}`,
    description: '',
    signal: new AbortController().signal,
    ...more,
  })
/** Delivers what waits; the mails by the accounts of their receivers. */
async function receive() {
  await deliverDue(server.services)
  const parsed = await Promise.all(
    mails.received.map(
      async ({ to, text }) => [to[0]?.split('@')[0] ?? '', await simpleParser(text)] as const,
    ),
  )
  return new Map(parsed)
}
const readPdf = async (content: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(content)))).text.join('\n')
const readBook = (content: Buffer) => {
  const book = read(content)
  return Object.fromEntries(
    book.SheetNames.map((name) => [name, utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 })]),
  )
}

it('a workbook has the rows that the receiver may see, and reaches nobody without the right to it', async () => {
  const result = await run({ format: 'workbook', receivers: 'seller,buyer,nobody,designer', title: '周报' })
  expect(result).toBe('寄给 1 人；没有权限，没有寄：buyer、nobody')
  const received = await receive()
  expect([...received.keys()]).toEqual(['seller'])
  const mail = received.get('seller')
  expect(mail?.subject).toBe('周报')
  const [file] = mail?.attachments ?? []
  expect(file?.filename).toBe('销售 统计.xlsx')
  const shown = await server.get('seller', '/online/cgreport/api/getData/tst_sales')
  const names = shown.body.result.records.map((row: { fname: string; fcost: number }) => [
    row.fname,
    row.fcost,
  ])
  const [rows] = Object.values(readBook(file?.content ?? Buffer.alloc(0)))
  expect(rows?.slice(1).map((row) => [(row as unknown[])[0], (row as unknown[])[4]])).toEqual(names)
  expect(names.length).toBeGreaterThan(2)
})

it('a PDF has the rows and the columns of each receiver', async () => {
  expect(await run({ receivers: 'seller,buyer' })).toBe('寄给 2 人')
  const received = await receive()
  const texts = new Map<string, string>()
  for (const [who, mail] of received) {
    expect(mail.attachments[0]?.contentType).toBe('application/pdf')
    texts.set(who, (await readPdf(mail.attachments[0]?.content ?? Buffer.alloc(0))).replaceAll(/\s/g, ''))
  }
  expect(texts.get('seller')).toContain('外部门的纸')
  expect(texts.get('seller')).toContain('成本')
  expect(texts.get('buyer')).toContain('宣纸')
  expect(texts.get('buyer')).not.toContain('外部门的纸')
  expect(texts.get('buyer')).not.toContain('成本')
})

it('a picture is a PNG of each page', async () => {
  expect(await run({ format: 'picture', receivers: 'seller' })).toBe('寄给 1 人')
  const [file] = (await receive()).get('seller')?.attachments ?? []
  const { width, height } = PNG.sync.read(file?.content ?? Buffer.alloc(0))
  expect([file?.contentType, width, height]).toEqual(['image/png', 1190, 1682])
})

it('a panel shows to each receiver the figures of what this person may see', async () => {
  expect(await run({ report: 'trial/overview', receivers: 'seller,buyer,nobody' })).toBe(
    '寄给 2 人；没有权限，没有寄：nobody',
  )
  const received = await receive()
  const figures: Record<string, string | undefined> = {}
  for (const [who, mail] of received) {
    const text = await readPdf(mail.attachments[0]?.content ?? Buffer.alloc(0))
    expect(text).toContain('每周一寄')
    figures[who] = /总数：([\d.]+ 张)/.exec(text)?.[1]
  }
  const sums = async (who: 'seller' | 'buyer') =>
    Number((await server.get(who, '/online/cgreport/api/getData/tst_sales')).body.result.totals.fnum.sum)
  expect(figures).toEqual({ seller: `${await sums('seller')} 张`, buyer: `${await sums('buyer')} 张` })
  expect(figures.seller).not.toBe(figures.buyer)
  await run({ report: 'trial/overview', format: 'workbook', receivers: 'buyer' })
  mails.received.length = 0
  const [file] = (await receive()).get('buyer')?.attachments ?? []
  const book = readBook(file?.content ?? Buffer.alloc(0))
  expect(Object.keys(book)).toEqual(['数字', '按品名', '明细'])
  expect(book.数字?.[1]).toEqual(['总数', `${await sums('buyer')} 张`])
  expect(JSON.stringify(book)).not.toContain('外部门的纸')
  expect(book.明细?.[0]).toEqual(['品名', '数量'])
})

it('a block that the receiver may not see is left out of a panel, and one that fails says so', async () => {
  await server.write({
    version: 2,
    kind: 'screen',
    id: 'trial/costs',
    title: '成本',
    perm: 'trial:costs',
    table: { name: 'tst_cost' },
    fields: [
      { key: 'fname', title: '品名', type: 'input' },
      { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
      { key: 'fcost', title: '成本', type: 'inputNumber', scale: 2, access: { read: 'trial:costs:cost' } },
    ],
  } as { id: string })
  const byKind = { report: 'tst_by_kind', query: { self_kind: '=params.kind' } }
  const figure = { type: 'statistic', statistics: 'sum', source: { screen: 'trial/costs' } }
  await server.write({
    version: 2,
    kind: 'panel',
    id: 'trial/parts',
    title: '分块',
    needs: 'trial:sales:list',
    filters: [{ key: 'kind', title: '类别', type: 'input' }],
    blocks: [
      { ...figure, title: '总成本', value: 'fcost' },
      { ...figure, title: '总数', value: 'fnum' },
      { type: 'table', title: '按类别', source: byKind, fields: ['fkind', 'n'] },
    ],
  } as { id: string })
  const codes = ['trial:sales:list', 'trial:kind:list', 'trial:costs:list']
  const receivers = {
    keeper: { org: 'A01', codes: [...codes, 'trial:costs:cost'] },
    counter: { org: 'A01', codes },
  }
  await addPeople(server.test, server.services, receivers)
  await sql`update sys_user set email = username || '@example.org' where username in ('keeper', 'counter')`.execute(
    server.services.db.owner,
  )
  await run({ report: 'trial/parts', receivers: 'keeper,counter' })
  const texts: Record<string, string> = {}
  for (const [who, mail] of await receive())
    texts[who] = await readPdf(mail.attachments[0]?.content ?? Buffer.alloc(0))
  expect(texts.keeper).toContain('总成本：0')
  expect(texts.counter).not.toContain('总成本')
  for (const text of Object.values(texts)) {
    expect(text).toContain('总数：0')
    expect(text).toContain('「按类别」没有取到数')
  }
})

it('a mailed report has the groups and the totals of its page', async () => {
  await server.write({
    version: 2,
    kind: 'report',
    id: 'trial/grouped',
    title: '分组',
    code: 'tst_grouped',
    source: { sql: 'select s.fname, s.fkind, s.fnum from tst_sale s', tables: ['tst_sale'] },
    fields: [
      { key: 'fname', title: '品名', type: 'input' },
      { key: 'fkind', title: '类别', type: 'select', dictCode: 'tst_kind' },
      { key: 'fnum', title: '数量', type: 'inputNumber', scale: 1, statistics: ['sum', 'average'] },
    ],
    list: { sort: '-fname', groupBy: 'fkind' },
  } as { id: string })
  await addPeople(server.test, server.services, { grouper: { org: 'A01', codes: ['trial:grouped:list'] } })
  await sql`update sys_user set email = 'grouper@example.org' where username = 'grouper'`.execute(
    server.services.db.owner,
  )
  await run({ report: 'tst_grouped', receivers: 'grouper' })
  const [file] = (await receive()).get('grouper')?.attachments ?? []
  const text = (await readPdf(file?.content ?? Buffer.alloc(0))).replaceAll(/\s/g, '')
  expect(text).toContain('序号类别品名数量1纸')
  expect(text).toContain('纸小计110.8平均36.93')
  expect(text).toContain('4=墨徽墨4.3=墨小计4.3平均4.30合计115.1平均28.78')
})

it('a run that was interrupted and is repeated mails each receiver once', async () => {
  const receivers = 'seller,buyer'
  const stop = new AbortController()
  const { app } = server.services.db
  const watch = setInterval(async () => {
    const { rows } = await sql`select 1 from sys_outbox`.execute(app)
    if (rows.length > 0) stop.abort(new Error('stopped'))
  }, 2)
  await expect(run({ receivers }, { occasion: 'j2 1', signal: stop.signal })).rejects.toThrow('stopped')
  clearInterval(watch)
  expect((await receive()).size).toBe(1)
  // Two servers take it for interrupted.
  const again = await Promise.all([1, 2].map(() => run({ receivers }, { occasion: 'j2 1' })))
  expect(again).toEqual(['寄给 2 人', '寄给 2 人'])
  await receive()
  expect(mails.received.map(({ to }) => to[0]).sort()).toEqual(['buyer@example.org', 'seller@example.org'])
  await run({ receivers }, { occasion: 'j2 2' })
  await receive()
  expect(mails.received).toHaveLength(4)
})

it('a refused mail keeps its file for the next attempt, and a delivered one has none', async () => {
  mails.refuse('try later')
  await run({ receivers: 'seller' })
  await receive()
  const count = async () =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from sys_outbox_file`.execute(server.services.db.app))
        .rows[0]?.n,
    )
  expect(await count()).toBe(1)
  mails.refuse(null)
  await sql`update sys_outbox set next_try = now()`.execute(server.services.db.app)
  expect((await receive()).get('seller')?.attachments).toHaveLength(1)
  expect(await count()).toBe(0)
})

it('says what is missing: an unknown report, a parameter without a value, nobody, a mail server', async () => {
  const fault = (parameters: object) =>
    findType().fault({ format: 'pdf', ...parameters } as Record<string, unknown>)
  expect(fault({ report: 'no_such', receivers: 'seller' })).toMatchObject({ key: 'report' })
  expect(fault({ report: 'tst_by_kind', receivers: 'seller' })).toMatchObject({
    key: 'report',
    text: expect.stringContaining('要先填「类别」'),
  })
  expect(fault({ report: 'trial/overview' })).toMatchObject({ key: 'receivers' })
  expect(fault({ report: 'trial/overview', format: 'word', receivers: 'seller' })).toMatchObject({
    key: 'format',
  })
  expect(fault({ report: 'trial/overview', receivers: 'seller' })).toBe(undefined)
  await expect(run({ receivers: 'designer' })).rejects.toThrow('没有可以接收的用户')
  await server.services.db.write((trx) => server.services.settings.store(trx, { mailHost: '' }, 'admin'))
  await expect(run({ receivers: 'seller' })).rejects.toThrow('还没有设置发信服务器')
})
