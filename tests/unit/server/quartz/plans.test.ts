import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watch } from '#server/modules/quartz/watch.ts'
import { sendImport } from '../excel/send-import.ts'
import type { TestServer } from '../resources/test-server.ts'
import { addJob, openQuartz, planned, press, yearly } from './quartz-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openQuartz()
})
afterAll(() => server?.close())

const nextYear = `${new Date().getFullYear() + 1}-01-01 03:00:00`
const edit = (id: string, values: Record<string, unknown>) =>
  server.call('clerk', 'PUT', '/jeecg-boot/sys/quartzJob/edit', { body: { id, ...values } })
const add = (values: Record<string, unknown>) =>
  server.call('clerk', 'POST', '/jeecg-boot/sys/quartzJob/add', {
    body: { jobClassName: 'probe', cronExpression: yearly, status: 0, timeLimit: 60, ...values },
  })

describe('the plan of a job', () => {
  it('is in the queue with the change of the job, in the time of China', async () => {
    const id = await addJob(server)
    expect(await planned(server, id)).toEqual({ queue: nextYear, plan: nextYear })
    await edit(id, { cronExpression: '0 30 4 1 1 ?' })
    const later = nextYear.replace('03:00', '04:30')
    expect(await planned(server, id)).toEqual({ queue: later, plan: later })
    const list = await server.call('clerk', 'GET', '/jeecg-boot/sys/quartzJob/list')
    expect(list.body.result.records.find((row: { id: string }) => row.id === id)).toMatchObject({
      nextRun: later,
    })
  })

  it('ends with a pause and a removal, and begins again with a resumption', async () => {
    const id = await addJob(server)
    expect((await press(server, 'pause', id)).body.message).toBe('暂停定时任务成功')
    expect(await planned(server, id)).toEqual({ queue: null, plan: null })
    expect((await press(server, 'resume', id)).body.message).toBe('恢复定时任务成功')
    expect(await planned(server, id)).toEqual({ queue: nextYear, plan: nextYear })
    await server.call('clerk', 'DELETE', '/jeecg-boot/sys/quartzJob/delete', { query: { id } })
    expect(await planned(server, id)).toEqual({ queue: null, plan: null })
    expect((await press(server, 'resume', id)).body.message).toBe('未找到对应实体')
  })

  it('of a paused job is empty', async () => {
    expect(await planned(server, await addJob(server, { status: -1 }))).toEqual({ queue: null, plan: null })
  })

  it('is made again where the queue has lost it', async () => {
    const id = await addJob(server)
    const paused = await addJob(server, { status: -1 })
    await sql`select sys_plan_run(null, ${`quartz:${id}`}, null, null)`.execute(server.test.db.owner)
    expect((await planned(server, id))?.queue).toBe(null)
    await watch(server.services)
    expect((await planned(server, id))?.queue).toBe(nextYear)
    expect((await planned(server, paused))?.queue).toBe(null)
  })
})

describe('a job is refused', () => {
  it.each([
    ['0 0 3 1 1 ? 2020', '时间已经过去，不会再执行'],
    ['0 0 3 30 2 ?', '没有这样的日期，永远不会执行'],
    ['0/5 * * * * ?', '两次执行至少相隔 1 分钟'],
    ['0 0 25 * * ?', '25 超出范围'],
    ["0 0 3 * * ?'; drop table sys_user; --", '6 段或 7 段'],
  ])('with the expression %s', async (cronExpression, text) => {
    const { body } = await add({ cronExpression })
    expect([body.success, body.message]).toEqual([false, expect.stringContaining(text)])
  })

  it.each(['child_process', '../x', 'node:fs', 'constructor', '__proto__'])(
    'with the unregistered type %s',
    async (jobClassName) => {
      const { body } = await add({ jobClassName })
      expect([body.success, body.message]).toEqual([false, expect.stringContaining('任务类型未登记')])
      const generic = await server.call('clerk', 'POST', '/jeecg-boot/resource/system/quartz-job/add', {
        body: { jobClassName, cronExpression: yearly, status: 0, timeLimit: 60 },
      })
      expect(generic.body.success).toBe(false)
    },
  )

  it.each([
    ['not json', '参数应是 JSON 对象'],
    ['[1]', '参数应是 JSON 对象'],
    ['{"address":"http://x"}', '只含这种任务的参数：days'],
    ['{"constructor":{}}', '只含这种任务的参数：days'],
    ['{"days":"many"}', '保留天数'],
  ])('with the parameters %s', async (parameter, text) => {
    const { body } = await add({ jobClassName: 'cleanExports', parameter })
    expect([body.success, body.message]).toEqual([false, expect.stringContaining(text)])
  })

  it.each([
    [{ jobClassName: 'cleanLogs', days: 3 }, '日志至少保留 7 天'],
    [{ jobClassName: 'cleanExports', days: 30 }, '导出文件平时就只留 3 天'],
    [{ jobClassName: 'reminder', title: '一', content: '二' }, '请选接收人或接收角色'],
    [{ jobClassName: 'reportWarning', report: 'none', title: '一' }, '没有编号是「none」的报表'],
    [{ jobClassName: 'call', address: 'http://169.254.169.254/latest' }, '不在 WEBHOOK_HOSTS 里'],
  ])('with values that its type does not accept: %o', async (values, text) => {
    const { body } = await add(values)
    expect([body.success, body.message]).toEqual([false, expect.stringContaining(text)])
  })
})

it('an import is refused for the same parameters', async () => {
  const heads = ['任务类名', 'cron表达式', '保留天数', '限时（秒）', '状态']
  const send = (days: number) =>
    sendImport(
      server,
      'system/quartz-job',
      { 定时任务: [heads, ['清理日志', yearly, days, 60, '已启动']] },
      { url: '/sys/quartzJob/importExcel' },
    )
  expect(JSON.stringify(await send(3))).toContain('日志至少保留 7 天')
  expect(await send(30)).toMatchObject({ success: true })
})

it('the parameters of the contract are those of the form', async () => {
  const id = await addJob(server, { jobClassName: 'cleanLogs', parameter: '{"days":30}' })
  const list = await server.call('clerk', 'GET', '/jeecg-boot/sys/quartzJob/list')
  const row = list.body.result.records.find((entry: { id: string }) => entry.id === id)
  expect([row.days, row.parameter, row.summary]).toEqual([30, '{"days":30}', '保留 30 天'])
})

it('each action needs its permission', async () => {
  const id = await addJob(server)
  for (const verb of ['pause', 'resume', 'execute'])
    expect((await press(server, verb, id, 'reader')).body).toMatchObject({ success: false, code: 403 })
})
