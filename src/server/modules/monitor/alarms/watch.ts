import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import type { Trx } from '../../../platform/store/database.ts'
import type { ReadServices } from '../../../records/services.ts'
import { announcementId } from '../../announcement/interface.ts'
import { isAdministrator } from '../../session/interface.ts'
import type { Settings } from '../../setting/interface.ts'
import { type ServerMessage, sendServerMessage } from '../../then/interface.ts'
import { createExpiryReader, type ReadExpiry } from './certificates.ts'
import { type AlarmKind, type AlarmReading, readAlarmValues, removeOldAlarms } from './readings.ts'

export type AlarmServices = Pick<PlatformServices, 'db'> &
  Pick<ReadServices, 'documents'> & { settings: Settings }

const titles: Readonly<Record<AlarmKind, string>> = {
  disk: '磁盘快满了',
  loop: '服务器反应慢',
  queue: '排队的太多',
  jobs: '定时任务失败',
  certificate: '证书快到期',
}

const pages: Readonly<Record<AlarmKind, string>> = {
  disk: '/monitor/Disk',
  loop: '/monitor/JvmInfo',
  queue: '/isystem/QuartzJobList',
  jobs: '/isystem/QuartzJobList',
  certificate: '/monitor/SystemInfo',
}

const readAdministrators = async (trx: Trx): Promise<string[]> =>
  (
    await sql<{ id: string }>`select u.id from sys_user u where ${isAdministrator(sql.ref('u.id'))}`.execute(
      trx,
    )
  ).rows.map(({ id }) => id)

/** A variable of a template. */
const variable = (name: string): string => `\${${name}}`

const buildMessage = ({ kind, subject, text }: AlarmReading, isOver: boolean): ServerMessage => ({
  template: isOver ? 'alarm-ended' : 'alarm-began',
  title: `${isOver ? '告警解除' : '告警'}：${variable('title')}`,
  text: `${variable('subject')}${variable('text')}（${variable('time')}）`,
  ways: ['inbox', 'mail'],
  values: {
    title: titles[kind],
    subject: subject === '' ? '' : `${subject}：`,
    text,
    time: formatDateTime(currentTime()),
  },
  page: pages[kind],
})

/** Whether the alarm begins or ends with this reading; an alarm that lasts sends no further message. */
async function changeState(trx: Trx, { kind, subject, value, isBeyond }: AlarmReading): Promise<boolean> {
  const { rows } = isBeyond
    ? await sql`
        insert into sys_alarm (kind, subject, value) values (${kind}, ${subject}, ${value})
        on conflict do nothing returning 1`.execute(trx)
    : await sql`delete from sys_alarm where kind = ${kind} and subject = ${subject} returning 1`.execute(trx)
  return rows.length > 0
}

/** Compares all values with their limits and tells administrators what began and what ended, each once. */
export async function watchAlarms(
  { db, settings, documents }: AlarmServices,
  readExpiry: ReadExpiry,
): Promise<void> {
  if (!documents.screen(announcementId)) return
  const hasSamples = documents.screen('monitor/sample') !== undefined
  const limits = await settings.read()
  await removeOldAlarms(db, limits, hasSamples)
  const readings = await readAlarmValues(db, limits, { hasSamples, readExpiry })
  for (const reading of readings)
    await db.write(async (trx) => {
      if (!(await changeState(trx, reading))) return
      await sendServerMessage(
        db,
        trx,
        await readAdministrators(trx),
        buildMessage(reading, !reading.isBeyond),
      )
    })
}

const readExpiry = createExpiryReader()

export const alarmJob: Job<AlarmServices> = {
  name: 'watch-alarms',
  schedule: '* * * * *',
  catchUp: 0,
  run: (services) => watchAlarms(services, readExpiry),
}
