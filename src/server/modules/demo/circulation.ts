import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import type { Trx } from '../../platform/store/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const purposes = ['古籍修复领用', '书库装具更换', '展览布置', '读者活动']
const people = ['jiang.xinlan', 'he.guangyu', 'luo.ming', 'lin.shuyu']
/** Bills that issue a little of the stock in the warehouses, the oldest first. */
export async function issues(trx: Trx): Promise<{ daysAgo: number; audited: boolean; body: JsonObject }[]> {
  const { rows } = await sql<JsonObject>`
    select fwarehouse, spid, fspmc, fspec, funit, fkcnum from stk_stock where fkcnum >= 4
    order by fwarehouse, fspmc, spid`.execute(trx)
  const byWarehouse = new Map<unknown, JsonObject[]>()
  for (const row of rows) byWarehouse.set(row.fwarehouse, [...(byWarehouse.get(row.fwarehouse) ?? []), row])
  const bills = [...byWarehouse].flatMap(([fwarehouse, lines], at) =>
    [0, 1, 2, 3].map((turn) => ({
      daysAgo: 28 - turn * 7 - at,
      audited: turn < 3,
      body: {
        fwarehouse,
        fuser: people[(at + turn) % people.length],
        fpurpose: purposes[(at + turn) % purposes.length],
        items: lines
          .filter((_, index) => index % 4 === turn)
          .slice(0, 3)
          .map(({ spid, fspmc, fspec, funit, fkcnum }) => ({
            spid,
            fspmc,
            fspec,
            funit,
            fnum: Math.floor(Number(fkcnum) / 4),
          })),
      },
    })),
  )
  return bills.filter(({ body }) => body.items.length > 0).sort((a, b) => b.daysAgo - a.daysAgo)
}

/** Two thirds of the debts to every second supplier have been paid. */
export async function payments(trx: Trx): Promise<JsonObject[]> {
  const { rows } = await sql<{ id: string; fname: string; amount: string; last: string }>`
    select s.id, s.fname, sum(b.ftotalamount) as amount, max(b.fdate) as last
    from stk_in_bill b join bas_supplier s on s.id = b.fsupplierid where b.fstates = '已审核' and b.del_flag = 0
    group by s.id, s.fname order by s.fname`.execute(trx)
  return rows
    .filter((_, at) => at % 2 === 0)
    .map(({ id, fname, amount, last }) => ({
      fdate: last,
      fsupplierid: id,
      fsupplier: fname,
      fbalance: Number(amount),
      famount: Math.max(1, Math.floor((Number(amount) * 2) / 3)),
    }))
}

/** A loan, and the day of its return; null while it is lent. */
interface DemoLoan {
  lent: Date
  returned: Date | null
  body: JsonObject
}

/** Loans of eight months; some of the late ones are not returned yet. */
export async function loans(trx: Trx, today: Date): Promise<DemoLoan[]> {
  const { rows } = await sql<JsonObject>`
    select id, ftitle, fcallno from lib_gazetteer where fstate = '在架' order by fcallno limit 90`.execute(
    trx,
  )
  const { rows: people } = await sql<JsonObject>`
    select id, fname, fdays from rd_reader where fstate = '正常' and del_flag = 0 order by fcardno`.execute(
    trx,
  )
  if (people.length === 0) return []
  return rows.map(({ id, ftitle, fcallno }, at) => {
    const lent = today.getTime() - (240 - Math.floor(at * 2.6)) * DAY_MS
    const loanDays = 6 + ((at * 7) % 41)
    const isOut = lent + loanDays * DAY_MS > today.getTime() || at % 23 === 4
    const reader = people[(at * 3) % people.length] ?? {}
    const days = Number(reader.fdays)
    return {
      lent: new Date(lent),
      returned: isOut ? null : new Date(lent + loanDays * DAY_MS),
      body: {
        fbookid: id,
        ftitle,
        fcallno,
        freaderid: reader.id,
        freader: reader.fname,
        fdays: String(days),
        fdate: formatDate(new Date(lent)),
        fdue: formatDate(new Date(lent + days * DAY_MS)),
      },
    }
  })
}
