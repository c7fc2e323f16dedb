import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { normalizeText, readSender, StatementRecorder } from '#server/modules/monitor/statements/recorder.ts'
import { TestServer } from '../resources/test-server.ts'

it.each([
  ["select  *\n from a where b = 'x''y' and c = $1", 'select * from a where b = ? and c = ?'],
  ['select 1 from a1 where n in ($1, $2,$3) limit 20.5', 'select ? from a1 where n in (?, …) limit ?'],
  ['select "a 2", t2.b3 from t2', 'select "a 2", t2.b3 from t2'],
])('the text of a statement is without its constants: %s', (text, expected) => {
  expect(normalizeText(text)).toBe(expected)
})

it.each([
  ['/jeecg-boot/resource/system/user/list?username=secret', '界面 system/user'],
  ['/jeecg-boot/online/cgreport/api/getData/rp_holdings?x=1', '报表 rp_holdings'],
  ['/jeecg-boot/sys/login?password=secret', '/jeecg-boot/sys/login'],
  ['定时任务 清理日志', '定时任务 清理日志'],
  ['/online/cgreport/api/getData/%E5%85%A5%E8%97%8F', '报表 入藏'],
  ['/online/cgreport/api/getData/100%', '报表 100%'],
  [undefined, '系统'],
])('a sender is a screen, a report or a path: %s', (sender, expected) => {
  expect(readSender(sender)).toBe(expected)
})

it('counts equal statements together, with the sender of the slowest, and forgets those with the least time', () => {
  const recorder = new StatementRecorder()
  const note = (text: string, took: number, sender?: string, hasFailed = false) =>
    recorder.note({ text, took, rows: 2, hasFailed, ...(sender && { sender }) })
  note('select $1', 5, '/a')
  note('select $2', 20, '/b', true)
  note('select 7', 1, '/c')
  expect(recorder.list()).toEqual([
    { text: 'select ?', count: 3, failed: 1, total: 26, max: 20, rows: 6, sender: '/b' },
  ])
  for (let at = 0; at < 1000; at++) note(`select a${at}`, 0.001)
  const left = recorder.list()
  expect(left.length).toBeLessThanOrEqual(400)
  expect(left[0]?.text).toBe('select ?')
})

const shipped = ['figure', 'sample', 'trace', 'statement'].map((name) => [
  `monitor/${name}.json`,
  JSON.parse(readFileSync(`schemas/monitor/${name}.json`, 'utf8')),
])

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(Object.fromEntries(shipped), {
    clerk: ['monitor:statement:list'],
    reader: ['monitor:figure:list'],
  })
})
afterAll(() => server?.close())

it('shows the statements of a screen with the screen and never with values', async () => {
  const { monitor } = server.services
  monitor.statements.start()
  const secret = 'value-of-a-parameter'
  await server.call('reader', 'GET', '/resource/monitor/figure/list', { query: { title: secret } })
  await sql`select ${secret}::text, 'constant'`.execute(server.services.db.app)
  await sql`select no_such_column`.execute(server.services.db.app).catch(() => undefined)
  monitor.statements.stop()
  await monitor.store(await monitor.read(30))
  const query = { pageSize: '200' }
  const list = await server.call('clerk', 'GET', '/resource/monitor/statement/list', { query })
  const rows = list.body.result.records as {
    text: string
    sender: string
    count: number
    failed: number
    source: string
  }[]
  const ofScreen = rows.find(({ text }) => text.includes('from "mon_figure"') && text.includes('limit'))
  expect(ofScreen).toMatchObject({ sender: '界面 monitor/figure', count: 1, source: 'server' })
  expect(rows.find(({ text }) => text === 'select ?::text, ?')).toMatchObject({ sender: '系统', count: 1 })
  expect(rows.find(({ text }) => text === 'select no_such_column')?.failed).toBe(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain('constant')
  expect((await server.call('reader', 'GET', '/resource/monitor/statement/list')).body.success).toBe(false)
})
