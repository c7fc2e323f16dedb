import { sql } from 'kysely'
import { formatDate } from '#runtime/kernel/time.ts'
import type { Trx } from '../../platform/store/database.ts'

const DAY_MS = 86_400_000

/** Days ago, customer, discount in percent, and the goods by index in their list with quantity and gifts. */
const plan: readonly [number, string, number, readonly [number, number, number][]][] = [
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
): Promise<{ daysAgo: number; body: Record<string, unknown> }[]> {
  const { rows: goods } = await sql<Record<string, unknown>>`
    select id, fname, fspec, funit, fprice from bas_goods order by create_time, id`.execute(trx)
  return plan.map(([daysAgo, fcustomer, fdiscount, lines]) => ({
    daysAgo,
    body: {
      fdate: formatDate(new Date(start.getTime() - daysAgo * DAY_MS)),
      fcustomer,
      items: lines.flatMap(([place, fnum, fgiftnum]) => {
        const item = goods[place]
        if (!item) return []
        const { id: spid, fname: fspname, fspec, funit, fprice } = item
        return [{ spid, fspname, fspec, funit, fprice: Number(fprice), fnum, fgiftnum, fdiscount }]
      }),
    },
  }))
}
