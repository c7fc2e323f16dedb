import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callJob } from '#server/modules/then/webhook/call-job.ts'
import { openDemoProduct } from '../../../support/demo-product.ts'
import { splitFirstPartition } from '../../../support/old-month.ts'

type Product = Awaited<ReturnType<typeof openDemoProduct>>
let product: Product
let receiver: Server
const heard: { body: string; signature: unknown; id: unknown }[] = []
beforeAll(async () => {
  product = await openDemoProduct()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      heard.push({ body, signature: request.headers['x-signature'], id: request.headers['x-delivery'] })
      response.writeHead(request.url === '/no' ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver?.close()
  await product?.close()
})

const aRun = (occasion = 'j1 1') => ({
  job: 'j1',
  occasion,
  description: '任务',
  signal: new AbortController().signal,
})
const run = (name: string, parameters: Record<string, unknown>) => {
  const type = product.services.jobTypes.find((entry) => entry.name === name)
  if (!type) throw new Error(name)
  return type.run(parameters, aRun())
}
/** The titles of a user's messages with a title. */
const inbox = async (username: string, title: string) =>
  (
    await sql<{ text: string; page: string | null }>`
    select a.msg_abstract as text, a.open_page as page from sys_announcement a
    join sys_announcement_send s on s.annt_id = a.id join sys_user u on u.id = s.user_id
    where u.username = ${username} and a.titile = ${title}`.execute(product.test.db.owner)
  ).rows
const count = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.id(table)}`.execute(product.test.db.owner))
      .rows[0]?.n,
  )

it('the form offers every type, with the fields of its parameters', () => {
  const { fields } = product.services.documents.screen('system/quartz-job')?.document ?? { fields: [] }
  const log = product.services.documents.screen('system/quartz-run')?.document ?? { fields: [] }
  const { jobTypes } = product.services
  const titles = jobTypes.map(({ name, title }) => ({ value: name, text: title }))
  const byName = (list: readonly { value: unknown }[]) =>
    [...list].sort((one, other) => String(one.value).localeCompare(String(other.value)))
  for (const screen of [fields, log.fields]) {
    const field = screen.find(({ key }) => key === 'jobClassName') as { options?: typeof titles }
    expect(byName(field.options ?? [])).toEqual(byName(titles))
  }
  for (const { name, keys } of jobTypes)
    for (const key of keys)
      expect([name, key, String(fields.find((field) => field.key === key)?.showIf)]).toEqual([
        name,
        key,
        expect.stringContaining(`'${name}'`),
      ])
})

it('a reminder reaches its people and the people of its roles, each once', async () => {
  const { rows } = await sql<{ id: string; username: string }>`
    select r.id, u.username from sys_role r join sys_user_role ur on ur.role_id = r.id
    join sys_user u on u.id = ur.user_id where u.status = 1 and u.del_flag = 0 order by u.id limit 1`.execute(
    product.test.db.owner,
  )
  const [role] = rows
  await run('reminder', {
    receivers: `admin,${role?.username}`,
    receiverRoles: role?.id,
    title: '盘点提醒',
    content: '明天盘点',
  })
  for (const username of ['admin', String(role?.username)])
    expect(await inbox(username, '盘点提醒')).toEqual([{ text: '明天盘点', page: null }])
  await expect(run('reminder', { receivers: 'nobody', title: '一', content: '二' })).rejects.toThrow(
    '没有可以接收的用户',
  )
})

it('a warning tells each receiver of the rows that they may see', async () => {
  await sql`insert into sys_user (id, username, realname, password, org_code) values ('w1', 'w1', '无权', '-', 'A01')`.execute(
    product.test.db.owner,
  )
  const done = await run('reportWarning', {
    report: 'rp_stock_warning',
    receivers: 'admin,w1',
    title: '库存预警',
  })
  expect(done).toBe('查看了 2 人的报表，通知 1 人')
  expect(await inbox('admin', '库存预警')).toEqual([
    { text: expect.stringMatching(/^「.+」有 (超过 )?\d+ 行$/), page: expect.stringMatching(/^\//) },
  ])
  expect(await inbox('w1', '库存预警')).toEqual([])
})

it('a report that asks for a value is refused for a warning', () => {
  const warning = product.services.jobTypes.find(({ name }) => name === 'reportWarning')
  const fault = (report: string) => warning?.fault({ report, receivers: 'admin', title: '一' })
  expect(fault('report/stock-flow')).toMatchObject({
    key: 'report',
    text: expect.stringContaining('要先填「仓库」'),
  })
  expect(fault('report/stock-warning')).toBe(undefined)
})

it('clean-ups remove what is older than their days', async () => {
  const { owner } = product.test.db
  await sql`insert into sys_log (id, log_type, log_content, create_time)
    values ('old', 2, '旧', '2025-03-31'), ('new', 2, '新', '2025-04-01')`.execute(owner)
  await splitFirstPartition(owner, 'sys_log', '2025-04-01')
  expect(await run('cleanLogs', { days: 30 })).toBe('归档 1 个月的日志')
  const left = await sql<{ id: string }>`select id from sys_log where id in ('old', 'new')`.execute(owner)
  expect(left.rows).toEqual([{ id: 'new' }])
  await sql`insert into sys_export (id, screen, user_id, file_name, rights, state, row_count, create_time)
    select 'e' || n, 'x', ${product.adminId}, 'x.xlsx', '', 'done', 1, now() - make_interval(hours => n)
    from unnest(array[20, 30]) as n`.execute(owner)
  const before = await count('sys_export')
  expect(await run('cleanExports', { days: 1 })).toBe('删除 1 个导出文件')
  expect(await count('sys_export')).toBe(before - 1)
})

it('a call is signed, needs an address of the list, and fails when the other system refuses', async () => {
  const { port } = receiver.address() as AddressInfo
  const config = {
    ...product.services.config,
    webhookHosts: [`127.0.0.1:${port}`],
    webhookSecret: 'a secret of the tests',
  }
  const call = (address: string, occasion?: string) => callJob.run({ config }, { address }, aRun(occasion))
  expect(await call(`http://127.0.0.1:${port}/yes`)).toBe('对方已接受')
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ job: 'j1', description: '任务' })
  expect(heard[0]?.signature).toMatch(/^sha256=/)
  await expect(call(`http://127.0.0.1:${port}/no`)).rejects.toThrow('对方答复 500')
  await expect(call('http://10.0.0.1/')).rejects.toThrow('不在 WEBHOOK_HOSTS 里')
  await expect(call(`http://localhost:${port}/`)).rejects.toThrow('不在 WEBHOOK_HOSTS 里')
  await expect(callJob.run({ config }, { address: 'file:///etc/passwd' }, aRun())).rejects.toThrow(
    '参数 address',
  )
  expect(heard).toHaveLength(2)
  // Further attempts of a run have the same id, other runs another one.
  await call(`http://127.0.0.1:${port}/yes`, 'j1 2')
  const [first, second, other] = heard.map(({ id }) => id)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})
