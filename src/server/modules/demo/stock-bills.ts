import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Trx } from '../../platform/store/database.ts'

/** What the first warehouse has, the largest quantities first. */
async function readFirst(trx: Trx): Promise<JsonObject[]> {
  const { rows } = await sql<JsonObject>`
    select p.id, p.spid, p.fspmc, p.fspec, p.funit, p.flocation, p.fkcnum, s.fprice, p.fwarehouse
    from stk_place p join stk_stock s on s.id = p.fstockid
    where p.fwarehouse = (select min(fwarehouse) from stk_place) and p.fkcnum > 0
    order by p.fkcnum desc, p.fspmc, p.id`.execute(trx)
  return rows
}

/** A transfer that waits for its approval: a tenth of what the first warehouse has most of. */
export async function transfers(trx: Trx, target: string): Promise<JsonObject[]> {
  const stock = await readFirst(trx)
  const [first] = stock
  if (!first || first.fwarehouse === target) return []
  const items = stock.slice(0, 3).map(({ spid, fspmc, fspec, funit, flocation, fkcnum, fwarehouse }) => ({
    ...{ spid, fspmc, fspec, funit, ffromloc: flocation, fplace: fwarehouse },
    fnum: Math.max(1, Math.floor(Number(fkcnum) / 10)),
  }))
  return [{ ffromwh: first.fwarehouse, ftowh: target, fnote: '展览用材料调拨', items }]
}

/** A count that waits for its approval: one of the goods is short by one, the others are all there. */
export async function counts(trx: Trx): Promise<JsonObject[]> {
  const stock = await readFirst(trx)
  const [first] = stock
  if (!first) return []
  const items = stock
    .slice(0, 6)
    .map(({ id, spid, fspmc, fspec, funit, flocation, fkcnum, fprice, fwarehouse }, at) => ({
      ...{ spid, fspmc, fspec, funit, flocation, fbookloc: flocation, fstockid: id, fplace: fwarehouse },
      ...{ fbooknum: Number(fkcnum), fbookprice: Number(fprice) },
      ...(at === 2
        ? { frealnum: Number(fkcnum) - 1, freason: '受潮损坏，另报损' }
        : { frealnum: Number(fkcnum) }),
    }))
  return [{ fwarehouse: first.fwarehouse, fnote: '季度盘点', items }]
}

/** Returns to suppliers of part of a row of the latest approved bills: the first is approved, the second waits for its approval. */
export async function inReturns(trx: Trx): Promise<{ isAudited: boolean; body: JsonObject }[]> {
  const { rows } = await sql<JsonObject>`
    select b.fwarehouse, b.fsupplier, b.fsupplierid, b.fsubject, b.fdept, i.id as finrow, i.spid, i.fspmc, i.fspec, i.funit,
      i.fprice, i.ftaxrate, i.flocation
    from stk_in_bill b join lateral (
      select r.* from stk_in_bill_item r join stk_stock s on s.spid = r.spid and s.fwarehouse = b.fwarehouse
      where r.fbillid = b.id and r.fnum >= 2 and s.fkcnum >= 2 order by r.fnum desc, r.id limit 1) i on true
    where b.fstates = '已审核' and b.del_flag = 0 order by b.fdate desc, b.id limit 2`.execute(trx)
  return rows.map(({ finrow, spid, fspmc, fspec, funit, flocation, fprice, ftaxrate, ...head }, at) => ({
    isAudited: at === 0,
    body: {
      ...head,
      freason: at === 0 ? '到货破损，退回换新' : '装帧有误，退回重制',
      items: [
        {
          ...{ finrow, spid, fspmc, fspec, funit, flocation, fnum: 1 },
          ...{ fprice: Number(fprice), ftaxrate: Number(ftaxrate) },
        },
      ],
    },
  }))
}
