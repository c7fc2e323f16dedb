import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import type { Trx } from '../../platform/store/database.ts'

const DAY_MS = 86_400_000
/** Orders of these days wait for their approval. */
const RECENT_DAYS = 5

const names = ['杭州图书馆采编中心', '宁波市鄞州区档案馆', '绍兴文理学院图书馆', '温州市方志办'] as const

/** The libraries and offices that buy the publications. */
export const customers: readonly JsonObject[] = [
  [names[0], '沈佳音', '13805710211'],
  [names[1], '周海宁', '13905740222'],
  [names[2], '王知行', '13857500233'],
  [names[3], '林永嘉', '13857700244'],
].map(([fname, fcontact, ftel]) => ({ fname, fcontact, ftel }))

/** Days ago, customer, discount in percent, and the goods by index in their list with quantity and gifts. */
const plan: readonly [number, (typeof names)[number], number, readonly [number, number, number][]][] = [
  [41, '杭州图书馆采编中心', 90, [[0, 12, 1]]],
  [
    23,
    '宁波市鄞州区档案馆',
    95,
    [
      [0, 6, 0],
      [1, 6, 0],
    ],
  ],
  [9, '绍兴文理学院图书馆', 85, [[1, 20, 2]]],
  [2, '温州市方志办', 100, [[0, 2, 0]]],
]

/** Orders for the publications of the library. */
export async function sales(
  trx: Trx,
  start: Date,
): Promise<{ daysAgo: number; audited: boolean; body: Record<string, unknown> }[]> {
  const { rows: goods } = await sql<Record<string, unknown>>`
    select id, fname, fspec, funit, fprice from bas_goods order by create_time, id`.execute(trx)
  const { rows: found } = await sql<{ id: string; fname: string }>`
    select id, fname from bas_customer where del_flag = 0 order by create_time desc, id desc`.execute(trx)
  const ids = new Map(found.map(({ id, fname }) => [fname, id]))
  return plan.map(([daysAgo, fcustomer, fdiscount, lines]) => ({
    daysAgo,
    audited: daysAgo > RECENT_DAYS,
    body: {
      fdate: formatDate(new Date(start.getTime() - daysAgo * DAY_MS)),
      fcustomer,
      fcustomerid: ids.get(fcustomer) ?? null,
      items: lines.flatMap(([place, fnum, fgiftnum]) => {
        const item = goods[place]
        if (!item) return []
        const { id: spid, fname: fspname, fspec, funit, fprice } = item
        return [{ spid, fspname, fspec, funit, fprice: Number(fprice), fnum, fgiftnum, fdiscount }]
      }),
    },
  }))
}
