import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { readExpiry } from '#server/modules/monitor/alarms/certificates.ts'
import { watchAlarms } from '#server/modules/monitor/alarms/watch.ts'
import { ProcessReader } from '#server/modules/monitor/process-figures.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openDemoProduct } from '../../../support/demo-product.ts'

let server: Awaited<ReturnType<typeof openDemoProduct>>
beforeAll(async () => {
  server = await openDemoProduct()
  // Makes the tables of the queue.
  const { services, test } = server
  const log = pino({ level: 'silent' })
  await (await startJobs([], services, { db: services.db, links: test.links, log }))()
  await sql`update sys_user set email = 'admin@example.org' where username = 'admin'`.execute(
    server.test.db.owner,
  )
  // The demo data has times of its own.
  await sql`delete from mon_sample`.execute(server.test.db.owner)
})
afterAll(() => server?.close())

const off = {
  alarmDisk: 0,
  alarmLoopDelay: 0,
  alarmQueue: 0,
  alarmJobs: 0,
  alarmHosts: '',
  alarmCertificateDays: 0,
}
const set = (values: Record<string, string | number | null>) =>
  server.services.db.write((trx) => server.services.settings.store(trx, values, 'admin'))
beforeEach(async () => {
  const { owner } = server.test.db
  for (const table of [
    'sys_announcement_send',
    'sys_announcement',
    'sys_alarm',
    'sys_outbox',
    'sys_quartz_run',
    'mon_sample',
  ])
    await sql`delete from ${sql.table(table)}`.execute(owner)
  await set({ ...off, mailHost: '' })
})

const watch = () => watchAlarms(server.services, readExpiry)
/** The messages of alarms in all inboxes: title, text and account. */
const inbox = async () =>
  (
    await sql<{ title: string; text: string; who: string }>`
    select a.titile as title, a.msg_abstract as text, u.username as who from sys_announcement a
    join sys_announcement_send s on s.annt_id = a.id join sys_user u on u.id = s.user_id order by a.create_time, a.id`.execute(
      server.test.db.owner,
    )
  ).rows
const sample = async () => server.services.monitor.store(await server.services.monitor.read(30))

it('administrators get a message when a disk passes its limit, and another when it is over', async () => {
  await sample()
  await set({ alarmDisk: 1 })
  await watch()
  await watch()
  expect(await inbox()).toEqual([
    { title: '告警：磁盘快满了', text: expect.stringMatching(/：磁盘已用 [\d.]+ %（\d{4}-/), who: 'admin' },
  ])
  await set({ alarmDisk: 100 })
  await watch()
  await watch()
  expect((await inbox()).map(({ title }) => title)).toEqual(['告警：磁盘快满了', '告警解除：磁盘快满了'])
})

it('a loop that is held up, and a limit of 0 that is none', async () => {
  const reader = new ProcessReader()
  reader.start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const until = performance.now() + 300
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50))
  // At once: the delay of few moments counts for little among many.
  const delayed = reader.take()
  reader.stop()
  const { monitor } = server.services
  await monitor.store({ ...(await monitor.read(30)), process: delayed })
  await watch()
  expect(await inbox()).toEqual([])
  await set({ alarmLoopDelay: 200 })
  await watch()
  expect(await inbox()).toMatchObject([{ title: '告警：服务器反应慢' }])
})

it('failed jobs of the last hour, and what waits too long', async () => {
  await sql`insert into sys_quartz_run (id, job_id, job_class_name, description, cause, state, end_time)
    values ('r1', 'j1', 'cleanLogs', '每晚清理', 'plan', 'failed', localtimestamp),
      ('r2', 'j1', 'cleanLogs', '昨天的', 'plan', 'failed', localtimestamp - interval '2 hours')`.execute(
    server.test.db.owner,
  )
  await sql`insert into sys_outbox (address, kind, body, state, next_try)
    select 'a@example.org', 'mail', 'x', 'waiting', now() - interval '5 minutes' from generate_series(1, 3)`.execute(
    server.test.db.owner,
  )
  await set({ alarmJobs: 1, alarmQueue: 3 })
  await watch()
  const texts = (await inbox()).map(({ title, text }) => `${title} ${text}`).sort()
  expect(texts).toEqual([
    expect.stringContaining('告警：定时任务失败 一小时里失败的定时任务有 1 次：每晚清理'),
    expect.stringMatching(/^告警：排队的太多 等待执行和发送的有 [3-9] 项/),
  ])
})

it('the certificate of a host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '5', '-subj', '/CN=localhost']
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const host = createServer({ key: readFileSync(key), cert: readFileSync(cert) })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    host.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = host.address() as AddressInfo
  // Nobody listens at the second address: it is neither an alarm nor the end of one.
  await set({ alarmHosts: `localhost:${port}, localhost:1`, alarmCertificateDays: 14 })
  await watch()
  expect((await inbox()).map(({ title, text }) => [title, text.slice(0, -18)])).toEqual([
    ['告警：证书快到期', expect.stringMatching(new RegExp(`^localhost:${port}：证书还有 [45] 天到期`))],
  ])
  // Switched off and on again, it is an alarm again.
  await set({ alarmCertificateDays: 0 })
  await watch()
  await set({ alarmCertificateDays: 14 })
  await watch()
  expect(await inbox()).toHaveLength(2)
  await set({ alarmCertificateDays: 3 })
  await watch()
  expect((await inbox()).map(({ title }) => title)).toContain('告警解除：证书快到期')
})

it('an alarm of a server that is gone is forgotten', async () => {
  await sample()
  const { owner } = server.test.db
  await sql`insert into sys_alarm (kind, subject, value) values ('disk', 'gone', 99)`.execute(owner)
  await set({ alarmDisk: 1 })
  await watch()
  const { rows } = await sql<{ subject: string }>`select subject from sys_alarm`.execute(owner)
  expect(rows.map(({ subject }) => subject)).toEqual([expect.not.stringMatching('gone')])
})

it('goes by mail to those who want it, by the template that administrators have written, not in quiet hours', async () => {
  await sample()
  await set({ mailHost: 'localhost', mailFrom: 'office@example.org', alarmDisk: 1 })
  const { owner } = server.test.db
  const mails = async () =>
    (
      await sql<{ subject: string; body: string; due: boolean }>`
      select subject, body, next_try > now() as due from sys_outbox order by seq`.execute(owner)
    ).rows
  await watch()
  expect(await mails()).toEqual([
    { subject: '告警：磁盘快满了', body: expect.stringContaining('磁盘已用'), due: false },
  ])
  const begin = async () => {
    await sql`delete from sys_alarm`.execute(owner)
    await sql`delete from sys_outbox`.execute(owner)
    await watch()
  }
  await sql`update sys_user set notify = '{"mail": true, "quietFrom": "00:00", "quietTo": "23:59"}' where username = 'admin'`.execute(
    owner,
  )
  const now = new Date()
  await begin()
  // The last minute of a day is not quiet.
  if (now.getHours() !== 23 || now.getMinutes() !== 59) expect((await mails())[0]?.due).toBe(true)
  await sql`update sys_user set notify = '{"mail": false}' where username = 'admin'`.execute(owner)
  await begin()
  expect(await mails()).toEqual([])
  await sql`insert into sys_sms_template (id, template_code, template_name, template_content, template_type, channels, use_status)
    values ('t1', 'alarm-began', '注意 \${title}', '\${text}，请看', '1', 'inbox', '1')`.execute(owner)
  await begin()
  expect((await inbox()).at(-1)).toMatchObject({
    title: '注意 磁盘快满了',
    text: expect.stringContaining('%，请看'),
  })
  const before = (await inbox()).length
  await sql`update sys_sms_template set use_status = '0'`.execute(owner)
  await begin()
  expect(await inbox()).toHaveLength(before)
})
