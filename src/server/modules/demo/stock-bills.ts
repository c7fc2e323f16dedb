import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Trx } from '../../platform/store/database.ts'

/** What the first warehouse has, the largest quantities first. */
async function readFirst(trx: Trx): Promise<JsonObject[]> {
  const { rows } = await sql<JsonObject>`
    select id, spid, fspmc, fspec, funit, fkcnum, famount, fwarehouse from stk_stock
    where fwarehouse = (select min(fwarehouse) from stk_stock) and fkcnum > 0
    order by fkcnum desc, fspmc, id`.execute(trx)
  return rows
}

/** A transfer that waits for its approval: a tenth of what the first warehouse has most of. */
export async function transfers(trx: Trx, target: string): Promise<JsonObject[]> {
  const stock = await readFirst(trx)
  const [first] = stock
  if (!first || first.fwarehouse === target) return []
  const items = stock.slice(0, 3).map(({ spid, fspmc, fspec, funit, fkcnum, fwarehouse }) => ({
    ...{ spid, fspmc, fspec, funit, fplace: fwarehouse },
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
    .map(({ id, spid, fspmc, fspec, funit, fkcnum, famount, fwarehouse }, at) => ({
      ...{ spid, fspmc, fspec, funit, fstockid: id, fplace: fwarehouse },
      ...{ fbooknum: Number(fkcnum), fbookamount: Number(famount) },
      ...(at === 2
        ? { frealnum: Number(fkcnum) - 1, freason: '受潮损坏，另报损' }
        : { frealnum: Number(fkcnum) }),
    }))
  return [{ fwarehouse: first.fwarehouse, fnote: '季度盘点', items }]
}
