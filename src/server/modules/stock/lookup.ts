import { sql } from 'kysely'
import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { holds } from '../../platform/http/requests/user.ts'
import { defineLookup } from '../../records/read/picker-lookup.ts'

const plain = (value: unknown) => {
  const number = toBig(value)
  return number ? toPlain(number) : null
}

/** The initial values of a new line of a bill: the last paid price (else the list price), and the current stock. */
export const goodsOfLine = defineLookup({
  name: 'btgOrder.getspinfobefore',
  params: ['spid'],
  record: { screen: 'base/goods', id: 'spid' },
  async read(db, requests, { user, canRead }) {
    const prices = holds(user, 'stock:in:price')
    const listPrice = canRead('fprice')
      ? sql`(select fprice from bas_goods where id = line.spid and del_flag = 0)`
      : sql`null`
    const { rows } = await sql<{ fprice: unknown; fkcnum: unknown }>`
      select coalesce(
          (select item.fprice from stk_in_bill_item item join stk_in_bill bill on bill.id = item.fbillid
            where item.spid = line.spid and item.fprice is not null and bill.fstates = '已审核' and bill.del_flag = 0
            order by bill.fdate desc, item.id desc limit 1),
          ${listPrice}) as fprice,
        (select coalesce(sum(fkcnum), 0) from stk_stock where spid = line.spid) as fkcnum
      from unnest(${requests.map(({ spid }) => spid)}::text[]) with ordinality as line(spid, place)
      order by line.place`.execute(db)
    return rows.map(({ fprice, fkcnum }) => ({
      fprice: prices ? plain(fprice) : null,
      fkcnum: plain(fkcnum),
    }))
  },
})
