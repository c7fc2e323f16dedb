import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { RowsDelta } from '#runtime/record/delta.ts'
import type { Services } from '../../app/services.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { lockSchema } from '../../platform/store/migrate.ts'
import { type Caller, callerOf } from '../../records/caller.ts'
import type { Effects } from '../../records/effects.ts'
import { moveRecords } from '../../records/move.ts'
import { type Resource, resourceOf } from '../../records/resource.ts'
import { prepareAdd, prepareChange } from '../../records/save.ts'
import { announcements } from './announcements.ts'
import { issues, loans, payments } from './circulation.ts'
import { bills, books, goods, locations, suppliers, warehouses } from './rows.ts'
import { sales } from './sales.ts'
import { donations, orders, readers } from './sub-tables.ts'

type Values = Record<string, unknown>

const hour = 60 * 60 * 1000
const day = 24 * hour

const added = (rows: Values[]): RowsDelta => ({ added: rows, changed: [], removed: [] })

const person = (username: string, realname: string, orgCode: string): SessionUser => ({
  id: username,
  username,
  realname,
  orgCode,
  roles: [],
  isAdmin: true,
  codes: new Set(),
  mustChange: false,
})
const clerk = person('clerk', '李文澜', 'A01A01')
const keeper = person('keeper', '沈墨', 'A01A02')
const auditor = person('admin', '系统管理员', 'A01A03')

/** Fills the demo screens that are still empty, through the same saves as users; each screen is one transaction. */
export async function seedDemo(services: Services & { effects: Effects }): Promise<void> {
  const { db, documents, effects } = services
  const start = new Date()

  /** Reads over the transaction's connection, so that later rows can reference earlier ones. */
  const at = (trx: Trx, user: SessionUser, now: Date): Caller => {
    const caller = callerOf(user, services)
    return {
      ...caller,
      env: (mode) => ({ ...caller.env(mode), now }),
      dictionaries: { texts: (wanted) => services.dictionaries.texts(wanted, trx) },
      handlers: () => caller.handlers(trx),
    }
  }
  const add = async (trx: Trx, resource: Resource, caller: Caller, body: Values): Promise<Values> =>
    await (await prepareAdd(resource, caller, body))(trx)

  async function fill(id: string, work: (trx: Trx, resource: Resource) => Promise<void>): Promise<void> {
    const entry = documents.screen(id)
    if (!entry) return
    const resource = resourceOf(entry.document, entry.rev, fieldValues)
    await db.write(async (trx) => {
      await lockSchema(trx)
      const { rows } = await sql`select 1 from ${sql.id(resource.table)} limit 1`.execute(trx)
      if (rows.length === 0) await work(trx, resource)
    })
  }
  const step = async (
    trx: Trx,
    resource: Resource,
    saved: Values,
    time: number,
    word: string,
  ): Promise<void> => {
    const move = resource.screen.flow?.moves.find(({ code }) => code === word)
    if (move)
      await moveRecords(trx, resource, at(trx, auditor, new Date(time)), effects, move, [String(saved.id)])
  }
  const audit = (trx: Trx, resource: Resource, saved: Values, time: number) =>
    step(trx, resource, saved, time, 'audit')
  // One second apart, so that sorting by newest first is unambiguous.
  const plain = (
    id: string,
    rows: readonly Values[],
    age = (index: number) => 90 * day - index * 1000,
  ): Promise<void> =>
    fill(id, async (trx, resource) => {
      for (const [index, row] of rows.entries())
        await add(trx, resource, at(trx, clerk, new Date(start.getTime() - age(index))), row)
    })

  await plain('base/warehouse', warehouses)
  await plain('base/supplier', suppliers)
  await plain('base/goods', goods)
  const shelf = books()
  // Acquired over two years, the last ones today.
  await plain('catalog/gazetteer', shelf, (index) => (shelf.length - 1 - index) * 3.6 * day)
  await fill('base/location', async (trx, resource) => {
    const ids = new Map<string, unknown>()
    for (const [index, { at: place, under, row }] of locations().entries()) {
      const caller = at(trx, clerk, new Date(start.getTime() - 90 * day + index * 1000))
      const body = { ...row, parentId: ids.get(under) ?? null }
      const saved = await add(trx, resource, caller, body)
      ids.set(place, saved.id)
    }
  })
  await fill('stock/in-bill', async (trx, resource) => {
    const idsOf = async (table: string) =>
      (await sql<Values>`select * from ${sql.id(table)} order by create_time, id`.execute(trx)).rows
    const [goodsRows, supplierRows] = [await idsOf('bas_goods'), await idsOf('bas_supplier')]
    for (const bill of bills()) {
      const supplier = supplierRows[bill.supplier]
      const now = new Date(start.getTime() - bill.daysAgo * day)
      const saved = await add(trx, resource, at(trx, bill.otherDepart ? keeper : clerk, now), {
        fwarehouse: warehouses[bill.warehouse]?.fcode,
        fsupplierid: supplier?.id,
        fsupplier: supplier?.fname,
        ftel: supplier?.ftel,
        fremark: bill.fremark,
        items: bill.lines.map((line) => {
          const item = goodsRows[line.goods]
          const { id: spid, fname: fspmc, fspec, funit, fprice } = item ?? {}
          return {
            spid,
            fspmc,
            fspec,
            funit,
            fprice: Number(fprice),
            fnum: line.fnum,
            ftaxrate: line.ftaxrate,
          }
        }),
      })
      // Some are audited after an hour, some after two days.
      if (bill.audited) await audit(trx, resource, saved, now.getTime() + (1 + (bill.daysAgo % 8) * 6) * hour)
    }
  })
  await fill('stock/issue', async (trx, resource) => {
    for (const { daysAgo, audited, body } of await issues(trx)) {
      const now = new Date(start.getTime() - daysAgo * day)
      const saved = await add(trx, resource, at(trx, keeper, now), body)
      if (audited) await audit(trx, resource, saved, now.getTime() + 2 * hour)
    }
  })
  await fill('stock/payment', async (trx, resource) => {
    for (const row of await payments(trx)) await add(trx, resource, at(trx, clerk, start), row)
  })
  await fill('reader/borrow', async (trx, resource) => {
    for (const row of await loans(trx, start)) await add(trx, resource, at(trx, clerk, start), row)
  })
  await fill('message/announcement', async (trx, resource) => {
    for (const { daysAgo, body } of await announcements(trx, start)) {
      const time = start.getTime() - daysAgo * day
      const saved = await add(trx, resource, at(trx, auditor, new Date(time)), body)
      await step(trx, resource, saved, time, 'release')
    }
  })
  await plain('catalog/donation', donations(start))
  await plain('reader/reader', readers(start))
  await fill('bill/sale', async (trx, resource) => {
    for (const { daysAgo, body } of await sales(trx, start))
      await add(trx, resource, at(trx, clerk, new Date(start.getTime() - daysAgo * day)), body)
  })
  await fill('bill/purchase', async (trx, resource) => {
    for (const { daysAgo, audited, head, items, arrivals } of await orders(trx, start)) {
      const now = new Date(start.getTime() - daysAgo * day)
      const saved = await add(trx, resource, at(trx, clerk, now), head)
      // Rows that are saved separately are saved after their head.
      const details = new Map([
        ['items', added(items)],
        ['arrivals', added(arrivals)],
      ])
      const change = { id: String(saved.id), rev: null, saved: { head: {}, details, problems: [] } }
      await (await prepareChange(resource, at(trx, clerk, now), change))(trx)
      if (audited) await audit(trx, resource, saved, now.getTime() + 3 * hour)
    }
  })
}
