import { application } from '#server/app/application.ts'
import { sendSystemMessages } from '#server/modules/announcement/interface.ts'
import { deliverDue } from '#server/modules/outbox/delivery.ts'
import { dynamicTables } from '#server/platform/store/database.ts'
import { createTestServer } from '../../support/test-server.ts'
import { openMailServer } from '../../unit/server/account/servers/mail-server.ts'
import type { Budget } from '../measure/budget.ts'

const people = 1000
const rounds = 100
const mails = 2000
const list = '/jeecg-boot/sys/position/list?pageNo=1&pageSize=10'

const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

/** What it takes to send 100,000 messages to 1,000 people, and how long others wait for a list meanwhile. */
export async function benchSending(): Promise<Budget[]> {
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { schemaDirs: ['schemas'] },
  })
  const mailServer = await openMailServer()
  try {
    const { db } = test
    const ids = Array.from({ length: people }, (_, at) => `bench-${at}`)
    const values = ids.map((id) => ({ id, username: id, realname: id, password: '-', org_code: 'A01' }))
    await db.app.insertInto('sys_user').values(values).execute()
    await dynamicTables(db.app)
      .insertInto('sys_administrator')
      .values({ user_id: 'bench-0', create_by: 'bench' })
      .execute()
    const token = await services.sessions.open('bench-0', { ip: '127.0.0.1', agent: 'bench' })
    const ask = async () => {
      const start = performance.now()
      const { statusCode } = await app.inject({ url: list, headers: { 'x-access-token': token } })
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`)
      return performance.now() - start
    }
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
    const alone: number[] = []
    for (let at = 0; at < 300; at++) {
      alone.push(await ask())
      await pause()
    }

    const meanwhile: number[] = []
    let isSending = true
    const asking = (async () => {
      while (isSending) {
        meanwhile.push(await ask())
        await pause()
      }
    })()
    const start = performance.now()
    for (let round = 0; round < rounds; round++) {
      const message = { title: `第 ${round + 1} 批到馆`, text: '请到采编部领取样书' }
      await sendSystemMessages(db, ...ids.map((userId) => ({ userId, ...message })))
    }
    const took = (performance.now() - start) / 1000
    isSending = false
    await asking

    const { settings } = services
    const mailSettings = {
      mailHost: '127.0.0.1',
      mailPort: mailServer.port,
      mailSecurity: 'none',
      mailFrom: 'office@example.org',
    }
    await db.write((trx) => settings.store(trx, mailSettings, 'bench'))
    for (let at = 0; at < mails; at++)
      await services.sender.send({
        kind: 'mail',
        to: `bench-${at % people}@example.test`,
        text: '请到采编部领取样书',
      })
    const begin = performance.now()
    const { sent } = await deliverDue(services, ['mail'])
    const mailsTook = (performance.now() - begin) / 1000
    if (sent !== mails) throw new Error(`${sent} mails of ${mails}`)
    return [
      { name: `${people * rounds} messages to ${people} people`, value: took, limit: 60, unit: 's' },
      {
        name: 'a list while they are sent / before, 95th percentile',
        value: percentile95(meanwhile) / percentile95(alone),
        limit: 2,
        unit: '',
      },
      { name: `${mails} mails by one server`, value: mailsTook, limit: 10, unit: 's' },
    ]
  } finally {
    await mailServer.close()
    await close()
  }
}
