import { sql } from 'kysely'
import Type from 'typebox'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { defineEffect, type EffectContext } from '../../records/effects.ts'
import { newId } from '../../records/write.ts'

const refuse = defineRefusals({
  STOCK_SHORT_FOR_UNPOST: '库存不足，无法反审核',
  STOCK_SHORT_FOR_ISSUE: '库存不足，无法出库',
})

interface Line {
  warehouse: string
  spid: string
  name: string
  spec: string | null
  unit: string | null
  quantity: Big
}

/** A bill: its warehouse, and for each line the goods with name, specification, unit and quantity. */
const Bill = Type.Object({
  fwarehouse: Type.String(),
  items: Type.Array(
    Type.Object({
      spid: Type.String(),
      fspmc: Type.String(),
      fspec: Type.Optional(Type.String()),
      funit: Type.Optional(Type.String()),
      fnum: Type.Number(),
    }),
  ),
})
type BillContext = EffectContext<Type.Static<typeof Bill>>

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const orNull = (value: unknown): string | null => text(value) || null

/** The bills' lines, summed by goods and warehouse, always in the same order: no two moves block each other. */
function sumLines(records: BillContext['records']): Line[] {
  const lines = new Map<string, Line>()
  for (const record of records) {
    const warehouse = text(record.fwarehouse)
    for (const item of record.items ?? []) {
      const spid = text(item.spid)
      const quantity = toBig(item.fnum)
      if (spid === '' || !quantity) continue
      const key = `${warehouse}\n${spid}`
      const line = lines.get(key)
      if (line) line.quantity = line.quantity.plus(quantity)
      else {
        const [spec, unit] = [orNull(item.fspec), orNull(item.funit)]
        lines.set(key, { warehouse, spid, name: text(item.fspmc), spec, unit, quantity })
      }
    }
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

/** Adds the lines to the stock on hand. */
async function post({ trx, records, stamp }: BillContext): Promise<void> {
  for (const { warehouse, spid, name, spec, unit, quantity } of sumLines(records)) {
    await sql`
      insert into stk_stock (id, rev, create_by, create_time, update_by, update_time, sys_org_code,
        fwarehouse, spid, fspmc, fspec, funit, fkcnum)
      values (${newId()}, 1, ${stamp.username}, ${stamp.time}, ${stamp.username}, ${stamp.time}, ${stamp.orgCode},
        ${warehouse}, ${spid}, ${name}, ${spec}, ${unit}, ${quantity.toFixed()})
      on conflict (fwarehouse, spid) do update set fkcnum = stk_stock.fkcnum + excluded.fkcnum,
        rev = stk_stock.rev + 1, update_by = excluded.update_by, update_time = excluded.update_time`.execute(
      trx,
    )
  }
}

/** Subtracts the lines; fails when the stock has already left. */
const take =
  (refusal: Parameters<typeof refuse>[0]) =>
  async ({ trx, records, stamp }: BillContext): Promise<void> => {
    for (const { warehouse, spid, name, quantity } of sumLines(records)) {
      const updated = await sql`
      update stk_stock set fkcnum = fkcnum - ${quantity.toFixed()}::numeric, rev = rev + 1,
        update_by = ${stamp.username}, update_time = ${stamp.time}
      where fwarehouse = ${warehouse} and spid = ${spid} and fkcnum >= ${quantity.toFixed()}::numeric
      returning id`.execute(trx)
      if (updated.rows.length === 0) throw refuse(refusal, { result: { spid, name } })
    }
  }

export const stockEffects = [
  defineEffect({
    name: 'stock.post',
    inverse: 'stock.unpost',
    description: '入库审核：按仓库和商品把各行的数量加到现存量，没有的新建；不拒绝',
    reads: Bill,
    run: post,
  }),
  defineEffect({
    name: 'stock.unpost',
    inverse: 'stock.post',
    description: '入库反审核：按仓库和商品从现存量扣去各行的数量，现存量不够时拒绝',
    reads: Bill,
    run: take('STOCK_SHORT_FOR_UNPOST'),
  }),
  defineEffect({
    name: 'stock.issue',
    inverse: 'stock.unissue',
    description: '出库审核：按仓库和商品从现存量扣去各行的数量，现存量不够时拒绝',
    reads: Bill,
    run: take('STOCK_SHORT_FOR_ISSUE'),
  }),
  defineEffect({
    name: 'stock.unissue',
    inverse: 'stock.issue',
    description: '出库反审核：按仓库和商品把各行的数量加回现存量；不拒绝',
    reads: Bill,
    run: post,
  }),
]
