import { application } from '#server/app/application.ts'
import { dynamicTables } from '#server/platform/store/database.ts'
import { createTestServer } from '../../support/test-server.ts'
import { recordStatements } from '../../unit/server/statements.ts'
import { type Budget, median } from '../measure/budget.ts'

const people = 50
const rounds = 60
const place = '/jeecg-boot/sys/annountCement/listByUser'

/** What the bell's poll costs the server while nothing changes: 50 people ask in turn, 60 times. */
export async function benchBell(): Promise<Budget[]> {
  const { test, services, app, close } = await createTestServer({
    application,
    settings: { schemaDirs: ['schemas'] },
  })
  const { db } = test
  try {
    const ids = Array.from({ length: people }, (_, at) => `bench-${at}`)
    await db.app
      .insertInto('sys_user')
      .values(ids.map((id) => ({ id, username: id, realname: id, password: '-', org_code: 'A01' })))
      .execute()
    await dynamicTables(db.app)
      .insertInto('sys_announcement')
      .values(
        Array.from({ length: 20 }, (_, at) => ({
          id: `bench-${at}`,
          titile: `第${at}件`,
          msg_category: String(1 + (at % 2)),
          msg_type: 'ALL',
          send_status: '1',
          end_time: '2099-01-01',
          msg_content: '<p>正文</p>'.repeat(500),
        })),
      )
      .execute()
    const readers: Record<string, string>[] = []
    for (const id of ids) {
      const token = await services.sessions.open(id, { ip: '127.0.0.1', agent: 'bench' })
      const headers = { 'x-access-token': token }
      const { headers: answered } = await app.inject({ url: place, headers })
      readers.push({ ...headers, 'if-none-match': String(answered.etag) })
    }
    const times: number[] = []
    const statements = await recordStatements(async () => {
      for (let round = 0; round < rounds; round++) {
        for (const headers of readers) {
          const start = performance.now()
          const { statusCode } = await app.inject({ url: place, headers })
          times.push(performance.now() - start)
          if (statusCode !== 304) throw new Error(`HTTP ${statusCode}`)
        }
      }
    })
    return [
      { name: 'the bell, nothing new: whole request', value: median(times), limit: 2, unit: 'ms' },
      {
        name: `the bell, nothing new: statements about announcements in ${times.length} polls`,
        value: statements.filter(({ text }) => text.includes('sys_announcement')).length,
        limit: 0,
        unit: '',
      },
    ]
  } finally {
    await close()
  }
}
