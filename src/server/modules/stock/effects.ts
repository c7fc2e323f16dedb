import { sql } from 'kysely'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import type { Effect, EffectContext, Effects } from '../../records/effects.ts'
import { refused } from '../../records/refuse.ts'
import { newId } from '../../records/write.ts'

interface Line {
  warehouse: string
  spid: string
  name: string
  spec: string | null
  unit: string | null
  quantity: Big
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const orNull = (value: unknown): string | null => text(value) || null

/** The lines of the bills, one for each goods and warehouse, in a fixed order, so that two moves never block each other. */
function sumLines(records: EffectContext['records']): Line[] {
  const lines = new Map<string, Line>()
  for (const record of records) {
    const warehouse = text(record.fwarehouse)
    const items = Array.isArray(record.items) ? (record.items as Record<string, unknown>[]) : []
    for (const item of items) {
      const spid = text(item.spid)
      const quantity = toBig(item.fnum)
      if (spid === '' || !quantity) continue
      const key = `${warehouse}\n${spid}`
      const known = lines.get(key)
      if (known) known.quantity = known.quantity.plus(quantity)
      else {
        const [spec, unit] = [orNull(item.fspec), orNull(item.funit)]
        lines.set(key, { warehouse, spid, name: text(item.fspmc), spec, unit, quantity })
      }
    }
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

/** Adds the lines to the stock on hand. */
const post: Effect = async ({ trx, records, stamp }) => {
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
  (refusal: string): Effect =>
  async ({ trx, records, stamp }) => {
    for (const { warehouse, spid, name, quantity } of sumLines(records)) {
      const taken = await sql`
      update stk_stock set fkcnum = fkcnum - ${quantity.toFixed()}::numeric, rev = rev + 1,
        update_by = ${stamp.username}, update_time = ${stamp.time}
      where fwarehouse = ${warehouse} and spid = ${spid} and fkcnum >= ${quantity.toFixed()}::numeric
      returning id`.execute(trx)
      if (taken.rows.length === 0) throw refused(refusal, { spid, name })
    }
  }

export function registerStockEffects(effects: Effects): void {
  effects.register('stock.post', post)
  effects.register('stock.unpost', take('库存不足，无法反审核'))
  effects.register('stock.issue', take('库存不足，无法出库'))
  effects.register('stock.unissue', post)
}
