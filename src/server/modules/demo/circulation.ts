import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import type { Trx } from '../../platform/store/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const purposes = ['古籍修复领用', '书库装具更换', '展览布置', '读者活动']
const people = ['jiang.xinlan', 'he.guangyu', 'luo.ming', 'lin.shuyu']
/** Turns in which a warehouse issues goods, a week apart; each has goods of its own. */
const TURNS = 4

/** What a warehouse had on a day, by location. */
async function readStock(trx: Trx, warehouse: string, day: string): Promise<JsonObject[]> {
  const { rows } = await sql<JsonObject>`
    select spid, max(fspmc) as fspmc, max(fspec) as fspec, max(funit) as funit, flocation, sum(fkcnum) as fkcnum from stk_flow
    where fwarehouse = ${warehouse} and entry_date <= ${day} group by spid, flocation having sum(fkcnum) >= 4
    order by 2, 1, flocation`.execute(trx)
  return rows
}

/** Bills that issue a little of the stock that the warehouses had on their days, the oldest first. */
export async function issues(
  trx: Trx,
  start: Date,
): Promise<{ daysAgo: number; audited: boolean; body: JsonObject }[]> {
  const { rows } = await sql<{ warehouse: string }>`
    select distinct fwarehouse as warehouse from stk_flow order by 1`.execute(trx)
  const bills: { daysAgo: number; audited: boolean; body: JsonObject }[] = []
  for (const [at, { warehouse }] of rows.entries())
    for (let turn = 0; turn < TURNS; turn++) {
      const daysAgo = 28 - turn * 7 - at
      const lines = await readStock(trx, warehouse, formatDate(new Date(start.getTime() - daysAgo * DAY_MS)))
      const items = lines
        .filter((_, index) => index % TURNS === turn)
        .slice(0, 3)
        .map(({ fkcnum, ...line }) => ({ ...line, fnum: Math.floor(Number(fkcnum) / 4) }))
      if (items.length === 0) continue
      const fuser = people[(at + turn) % people.length]
      const fpurpose = purposes[(at + turn) % purposes.length]
      bills.push({
        daysAgo,
        audited: turn < TURNS - 1,
        body: { fwarehouse: warehouse, fuser, fpurpose, items },
      })
    }
  return bills.sort((a, b) => b.daysAgo - a.daysAgo)
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
