import { sql } from 'kysely'
import type { Database } from '../../../platform/store/database.ts'
import type { SettingValues } from '../../setting/interface.ts'
import type { ReadExpiry } from './certificates.ts'

/** What alarms are about. */
export type AlarmKind = 'disk' | 'loop' | 'queue' | 'jobs' | 'certificate'

/** A value that is compared with its limit. */
export interface AlarmReading {
  kind: AlarmKind
  /** The server or the host; empty for what all servers share. */
  subject: string
  value: number
  isBeyond: boolean
  /** The value in words. */
  text: string
}

type Limits = Pick<
  SettingValues,
  'alarmDisk' | 'alarmLoopDelay' | 'alarmQueue' | 'alarmJobs' | 'alarmHosts' | 'alarmCertificateDays'
>

/** The last sample of each server of the last minutes. */
async function readSamples({ app }: Pick<Database, 'app'>, limits: Limits): Promise<AlarmReading[]> {
  const { rows } = await sql<{ server: string; disk: number; loop: number }>`
    select distinct on (server) server, disk_used::float8 as disk, loop_delay::float8 as loop from mon_sample
    where sampled_at > localtimestamp - interval '5 minutes' order by server, sampled_at desc`.execute(app)
  return rows.flatMap(({ server, disk, loop }) => [
    buildReading('disk', server, disk, limits.alarmDisk, `磁盘已用 ${disk.toFixed(1)} %`),
    buildReading('loop', server, loop, limits.alarmLoopDelay, `事件循环延迟 ${Math.round(loop)} 毫秒`),
  ])
}

/** A limit of 0 switches its alarm off. */
const buildReading = (
  kind: AlarmKind,
  subject: string,
  value: number,
  limit: number,
  text: string,
): AlarmReading => ({ kind, subject, value, text, isBeyond: limit > 0 && value >= limit })

/** Work whose time has come at least a minute ago. */
async function readQueue(
  { app, owner }: Pick<Database, 'app' | 'owner'>,
  limits: Limits,
): Promise<AlarmReading> {
  const runs = await sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs
    where attempts < max_attempts and run_at < now() - interval '1 minute'`.execute(owner)
  const mails = await sql<{ n: number }>`
    select count(*)::int as n from sys_outbox
    where state = 'waiting' and next_try < now() - interval '1 minute'`.execute(app)
  const count = (runs.rows[0]?.n ?? 0) + (mails.rows[0]?.n ?? 0)
  return buildReading('queue', '', count, limits.alarmQueue, `等待执行和发送的有 ${count} 项`)
}

async function readFailedJobs({ app }: Pick<Database, 'app'>, limits: Limits): Promise<AlarmReading> {
  const { rows } = await sql<{ n: number; names: string | null }>`
    select count(*)::int as n, string_agg(distinct coalesce(nullif(description, ''), job_class_name), '、') as names
    from sys_quartz_run where state in ('failed', 'timeout', 'interrupted')
      and end_time > localtimestamp - interval '1 hour'`.execute(app)
  const count = rows[0]?.n ?? 0
  const text = `一小时里失败的定时任务有 ${count} 次${count > 0 ? `：${(rows[0]?.names ?? '').slice(0, 200)}` : ''}`
  return buildReading('jobs', '', count, limits.alarmJobs, text)
}

/** The hosts whose certificates are watched. */
const listHosts = ({ alarmHosts, alarmCertificateDays }: Limits): string[] =>
  alarmCertificateDays === 0 ? [] : alarmHosts.split(/[\s,，;；]+/).filter(Boolean)

/** Hosts that do not answer have no reading. */
async function readCertificates(readExpiry: ReadExpiry, limits: Limits): Promise<AlarmReading[]> {
  const readings = listHosts(limits).map(async (host): Promise<AlarmReading[]> => {
    const expiry = await readExpiry(host)
    if (!expiry) return []
    const days = Math.floor((expiry.getTime() - Date.now()) / 86_400_000)
    const text = days < 0 ? '证书已经过期' : `证书还有 ${days} 天到期`
    return [
      {
        kind: 'certificate',
        subject: host,
        value: days,
        text,
        isBeyond: days <= limits.alarmCertificateDays,
      },
    ]
  })
  return (await Promise.all(readings)).flat()
}

/** All values that alarms are about. */
export async function readAlarmValues(
  db: Pick<Database, 'app' | 'owner'>,
  limits: Limits,
  { hasSamples, readExpiry }: { hasSamples: boolean; readExpiry: ReadExpiry },
): Promise<AlarmReading[]> {
  return [
    ...(hasSamples ? await readSamples(db, limits) : []),
    await readQueue(db, limits),
    await readFailedJobs(db, limits),
    ...(await readCertificates(readExpiry, limits)),
  ]
}

/** Removes the alarms of hosts that are not watched any more, and of servers that have sent nothing for an hour. */
export async function removeOldAlarms(
  { app }: Pick<Database, 'app'>,
  limits: Limits,
  hasSamples: boolean,
): Promise<void> {
  await sql`
    delete from sys_alarm where kind = 'certificate' and not subject = any(${listHosts(limits)}::text[])`.execute(
    app,
  )
  if (!hasSamples) return
  await sql`
    delete from sys_alarm a where kind in ('disk', 'loop') and not exists (
      select 1 from mon_sample s
      where s.server = a.subject and s.sampled_at > localtimestamp - interval '1 hour')`.execute(app)
}
