import { sql } from 'kysely'
import { application } from '#server/app/application.ts'
import { createTestServer } from '../support/test-server.ts'
import { recordStatements } from '../unit/server/statements.ts'
import type { Budget } from './measure/budget.ts'
import { databaseTime } from './measure/database-time.ts'
import { fillTable } from './measure/fill.ts'

const rows = 1_000_000
const limit = 100

/** A title that is there once, one of a thousandth of the titles, one that half of them contain, and none. */
const words = ['龙泉县志第四百', '孤本', '县志', '无此书名']

/** The search of Ctrl K over all shipped screens, one of which has a million records. */
export async function benchSearch(): Promise<Budget[]> {
  const { test, services, app, close } = await createTestServer({ application })
  const { db } = test
  try {
    await db.app
      .insertInto('sys_user')
      .values({ id: 'bench', username: 'bench', realname: 'bench', password: '-', org_code: 'A01' })
      .execute()
    await sql`insert into sys_administrator (user_id, create_by) values ('bench', 'bench')`.execute(db.app)
    const token = await services.sessions.open('bench', { ip: '127.0.0.1', agent: 'bench' })
    await fillTable(db.owner, 'lib_gazetteer', () =>
      sql`
        insert into lib_gazetteer (id, rev, create_by, create_time, sys_org_code, fcallno, ftitle, fvolumes)
        select lpad(i::text, 19, '0'), 1, 'bench', timestamp '2020-01-01' + i * interval '1 minute', 'A01', 'ZZ' || i,
          (array['江南', '岭南', '关中', '河东', '湖广', '川西', '滇中'])[1 + i % 7]
            || case when i % 2 = 0 then '县志' else '府志' end
            || case when i % 1000 = 7 then '孤本' else '' end
            || case when i = 400 then '龙泉县志第四百' else '' end || i, 1 + i % 90
        from generate_series(1, ${rows}) i`.execute(db.owner),
    )
    const budgets: Budget[] = []
    for (const word of words) {
      let found = 0
      const statements = await recordStatements(async () => {
        const answer = await app.inject({
          url: `/jeecg-boot/sys/search?word=${encodeURIComponent(word)}`,
          headers: { 'x-access-token': token },
        })
        const { result } = answer.json()
        if (!result || result.isCut) throw new Error(answer.body.slice(0, 300))
        found = result.records.length
      })
      const searches = statements.filter(({ text }) => text.includes('lib_gazetteer'))
      if (searches.length === 0) throw new Error('nothing was searched')
      budgets.push({
        name: `search over all screens, one of 1,000,000 records, ${word}: ${found} found`,
        value: await databaseTime(db.owner, searches),
        limit,
        unit: 'ms',
      })
    }
    return budgets
  } finally {
    await close()
  }
}
