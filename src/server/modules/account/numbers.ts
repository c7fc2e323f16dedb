import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { visitScope } from '../session/interface.ts'

interface Visits {
  totalVisitCount: number
  todayVisitCount: number
  todayIp: number
}

/** The numbers of visits by the log. */
export const numberRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  app.route({
    method: 'GET',
    url: '/sys/loginfo',
    config: { access: 'self' },
    handler: async () => {
      const { rows } = await sql<Visits>`
        select (select count(*) from sys_log where log_type = 1 and ok)
            + coalesce((select n from sys_number where scope = ${visitScope}), 0) as "totalVisitCount",
          count(*) as "todayVisitCount", count(distinct ip) as "todayIp"
        from sys_log where log_type = 1 and ok and create_time >= current_date`.execute(db.app)
      return ok(rows[0])
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/visitInfo',
    config: { access: 'self' },
    handler: async () => {
      const { rows } = await sql`
        select count(l.create_time) as visit, count(distinct l.ip) as ip,
          to_char(day, 'YYYY-MM-DD') as tian, to_char(day, 'MM-DD') as type
        from generate_series(current_date - 6, current_date, interval '1 day') day
        left join sys_log l on l.log_type = 1 and l.ok
          and l.create_time >= day and l.create_time < day + interval '1 day'
        group by day order by day`.execute(db.app)
      return ok(rows)
    },
  })
}
