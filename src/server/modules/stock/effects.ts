import { sql } from 'kysely'
import Type from 'typebox'
import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { toText } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { defineEffect, type EffectContext } from '../../records/effects/effects.ts'
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

const orNull = (value: unknown): string | null => toText(value) || null

/** The bills' lines, summed by goods and warehouse, always in the same order: no two moves block each other. */
function sumLines(records: BillContext['records']): Line[] {
  const lines = new Map<string, Line>()
  for (const record of records) {
    const warehouse = toText(record.fwarehouse)
    for (const item of record.items ?? []) {
      const spid = toText(item.spid)
      const quantity = toBig(item.fnum)
      if (spid === '' || !quantity) continue
      const key = `${warehouse}\n${spid}`
      const line = lines.get(key)
      if (line) line.quantity = line.quantity.plus(quantity)
      else {
        const [spec, unit] = [orNull(item.fspec), orNull(item.funit)]
        lines.set(key, { warehouse, spid, name: toText(item.fspmc), spec, unit, quantity })
      }
    }
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

/** The table of the stock on hand. */
const STOCK = 'stk_stock'

/** The lines as rows of a statement. */
const buildRows = (lines: readonly Line[]) => sql`
  jsonb_to_recordset(${JSON.stringify(
    lines.map(({ quantity, ...line }) => ({ id: newId(), ...line, quantity: quantity.toFixed() })),
  )}::jsonb) as l(id text, warehouse text, spid text, name text, spec text, unit text, quantity numeric)`

/** The stock of the lines, locked in their order; the versions of its records start from here. */
async function lockStock({ trx, changing }: BillContext, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select s.id from ${buildRows(lines)} join stk_stock s on s.fwarehouse = l.warehouse and s.spid = l.spid
    order by s.fwarehouse, s.spid for update of s`.execute(trx)
  await changing(
    STOCK,
    rows.map(({ id }) => id),
  )
}

const buildKey = ({ warehouse, spid }: Pick<Line, 'warehouse' | 'spid'>): string => `${warehouse}\n${spid}`

/** Adds the lines to the stock on hand. */
async function post(context: BillContext): Promise<void> {
  const { trx, records, stamp, added } = context
  const lines = sumLines(records)
  if (lines.length === 0) return
  const { rows } = await sql<{ id: string; warehouse: string; spid: string }>`
    insert into stk_stock (id, rev, create_by, create_time, update_by, update_time, sys_org_code,
      fwarehouse, spid, fspmc, fspec, funit, fkcnum)
    select l.id, 1, ${stamp.username}, ${stamp.time}::timestamp, ${stamp.username}, ${stamp.time}::timestamp,
      ${stamp.orgCode}, l.warehouse, l.spid, l.name, l.spec, l.unit, l.quantity
    from ${buildRows(lines)}
    on conflict (fwarehouse, spid) do nothing
    returning id, fwarehouse as warehouse, spid`.execute(trx)
  added(
    STOCK,
    rows.map(({ id }) => id),
  )
  const isNew = new Set(rows.map(buildKey))
  const stored = lines.filter((line) => !isNew.has(buildKey(line)))
  await lockStock(context, stored)
  if (stored.length > 0)
    await sql`
      update stk_stock s set fkcnum = s.fkcnum + l.quantity, rev = s.rev + 1, update_by = ${stamp.username},
        update_time = ${stamp.time}::timestamp
      from ${buildRows(stored)} where s.fwarehouse = l.warehouse and s.spid = l.spid`.execute(trx)
}

/** Subtracts the lines; fails when the stock has already left. */
const withdrawStock =
  (refusal: Parameters<typeof refuse>[0]) =>
  async (context: BillContext): Promise<void> => {
    const { trx, records, stamp } = context
    const lines = sumLines(records)
    await lockStock(context, lines)
    if (lines.length === 0) return
    const { rows } = await sql<{ warehouse: string; spid: string }>`
      update stk_stock s set fkcnum = s.fkcnum - l.quantity, rev = s.rev + 1, update_by = ${stamp.username},
        update_time = ${stamp.time}::timestamp
      from ${buildRows(lines)} where s.fwarehouse = l.warehouse and s.spid = l.spid and s.fkcnum >= l.quantity
      returning s.fwarehouse as warehouse, s.spid`.execute(trx)
    const taken = new Set(rows.map(buildKey))
    const short = lines.find((line) => !taken.has(buildKey(line)))
    if (short) throw refuse(refusal, { result: { spid: short.spid, name: short.name } })
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
    run: withdrawStock('STOCK_SHORT_FOR_UNPOST'),
  }),
  defineEffect({
    name: 'stock.issue',
    inverse: 'stock.unissue',
    description: '出库审核：按仓库和商品从现存量扣去各行的数量，现存量不够时拒绝',
    reads: Bill,
    run: withdrawStock('STOCK_SHORT_FOR_ISSUE'),
  }),
  defineEffect({
    name: 'stock.unissue',
    inverse: 'stock.issue',
    description: '出库反审核：按仓库和商品把各行的数量加回现存量；不拒绝',
    reads: Bill,
    run: post,
  }),
]
