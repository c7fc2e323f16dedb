import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { RowsDelta } from '#runtime/record/changes/delta.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Trx } from '../../platform/store/database.ts'
import { lockSchema } from '../../platform/store/migrate.ts'
import { buildCaller, type Caller } from '../../records/caller.ts'
import { moveRecords } from '../../records/move/move.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import { writeRecords } from '../../records/transaction.ts'
import { prepareChange } from '../../records/write/save-change.ts'
import { prepareAdd } from '../../records/write/save-new.ts'
import type { OpinionServices } from '../workflow/interface.ts'
import { announcements } from './announcements.ts'
import { type DemoCase, decideCase, donationCases, leaves, orderCases } from './cases.ts'
import { issues, loans, payments } from './circulation.ts'
import { exampleFiles, exampleRows, exampleTree } from './examples.ts'
import { branches, rooms } from './rooms.ts'
import { bills, books, goods, locations, suppliers, warehouses } from './rows.ts'
import { customers, sales } from './sales.ts'
import { counts, inReturns, transfers } from './stock-bills.ts'
import { donations, orders, readers } from './sub-tables.ts'

const HOUR_MS = 60 * 60 * 1000
const day = 24 * HOUR_MS

const added = (rows: JsonObject[]): RowsDelta => ({ added: rows, changed: [], removed: [] })

const person = (username: string, realname: string, orgCode: string): SessionUser => ({
  id: username,
  username,
  realname,
  orgCode,
  roles: [],
  isAdmin: true,
  codes: new Set(),
  grants: new Set(),
  mustChange: false,
})
const clerk = person('clerk', '李文澜', 'A01A01')
const keeper = person('shen.mo', '沈墨', 'A01A02')
const auditor = person('admin', '系统管理员', 'A01A03')
const reader = person('reader', '周砚秋', 'A01A01')
const staff = { clerk, reader, admin: auditor, 'wu.siyuan': person('wu.siyuan', '吴思源', 'A01A01') }

/** Fills the demo screens that are still empty, through the same saves as requests; each screen is one transaction. */
export async function seedDemo(services: OpinionServices & Pick<PlatformServices, 'files'>): Promise<void> {
  const { documents } = services
  const start = new Date()

  /** Reads over the transaction's connection, so that later rows can reference earlier ones. */
  const at = (trx: Trx, user: SessionUser, now: Date): Caller => {
    const caller = buildCaller(user, services)
    return {
      ...caller,
      env: (mode) => ({ ...caller.env(mode), now }),
      dictionaries: { texts: (valuesByCode) => services.dictionaries.texts(valuesByCode, trx) },
      handlers: () => caller.handlers(trx),
    }
  }
  const add = async (
    transaction: RecordTransaction,
    resource: Resource,
    caller: Caller,
    body: JsonObject,
  ): Promise<JsonObject> => await (await prepareAdd(resource, caller, body))(transaction)

  async function fill(
    id: string,
    work: (transaction: RecordTransaction, resource: Resource) => Promise<void>,
  ): Promise<void> {
    const entry = documents.screen(id)
    if (!entry) return
    const resource = getResource(entry.document, entry.documentHash, fieldValues)
    await writeRecords(services, async (transaction) => {
      const { trx } = transaction
      await lockSchema(trx)
      const { rows } = await sql`select 1 from ${sql.id(resource.table)} limit 1`.execute(trx)
      if (rows.length === 0) await work(transaction, resource)
    })
  }
  const step = async (
    transaction: RecordTransaction,
    resource: Resource,
    saved: JsonObject,
    time: number,
    word: string,
    by = auditor,
  ): Promise<void> => {
    const move = resource.screen.flow?.moves.find(({ code }) => code === word)
    if (move)
      await moveRecords(transaction, resource, at(transaction.trx, by, new Date(time)), move, [
        String(saved.id),
      ])
  }
  const audit = (transaction: RecordTransaction, resource: Resource, saved: JsonObject, time: number) =>
    step(transaction, resource, saved, time, 'audit')
  const cases = new Map<string, DemoCase>()
  const submit = async (
    transaction: RecordTransaction,
    resource: Resource,
    saved: JsonObject,
    followed: DemoCase,
  ): Promise<void> => {
    await step(transaction, resource, saved, start.getTime(), 'submit', staff[followed.starter])
    cases.set(String(saved.id), followed)
  }
  // One second apart, so that the newest first is an order.
  const plain = (
    id: string,
    rows: readonly JsonObject[],
    age = (index: number) => 90 * day - index * 1000,
    followed: ReadonlyMap<number, DemoCase> = new Map(),
  ): Promise<void> =>
    fill(id, async (transaction, resource) => {
      for (const [index, row] of rows.entries()) {
        const saved = await add(
          transaction,
          resource,
          at(transaction.trx, clerk, new Date(start.getTime() - age(index))),
          row,
        )
        const next = followed.get(index)
        if (next) await submit(transaction, resource, saved, next)
      }
    })

  await plain('base/warehouse', warehouses)
  await plain('base/supplier', suppliers)
  await plain('base/customer', customers)
  await plain('base/goods', goods)
  const shelf = books()
  // Acquired over two years, the last ones today.
  await plain('catalog/gazetteer', shelf, (index) => (shelf.length - 1 - index) * 3.6 * day)
  await fill('base/location', async (transaction, resource) => {
    const ids = new Map<string, unknown>()
    for (const [index, { at: place, under, row }] of locations().entries()) {
      const caller = at(transaction.trx, clerk, new Date(start.getTime() - 90 * day + index * 1000))
      const body = { ...row, parentId: ids.get(under) ?? null }
      const saved = await add(transaction, resource, caller, body)
      ids.set(place, saved.id)
    }
  })
  await fill('stock/in-bill', async (transaction, resource) => {
    const readRows = async (table: string) =>
      (
        await sql<JsonObject>`select * from ${sql.id(table)} order by create_time, id`.execute(
          transaction.trx,
        )
      ).rows
    const [goodsRows, supplierRows] = [await readRows('bas_goods'), await readRows('bas_supplier')]
    for (const bill of bills()) {
      const supplier = supplierRows[bill.supplier]
      const now = new Date(start.getTime() - bill.daysAgo * day)
      const saved = await add(
        transaction,
        resource,
        at(transaction.trx, bill.otherDepart ? keeper : clerk, now),
        {
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
              flocation: line.flocation,
            }
          }),
        },
      )
      // Some wait an hour for their audit, some two days.
      if (bill.audited)
        await audit(transaction, resource, saved, now.getTime() + (1 + (bill.daysAgo % 8) * 6) * HOUR_MS)
    }
  })
  await fill('stock/issue', async (transaction, resource) => {
    for (const { daysAgo, audited, body } of await issues(transaction.trx, start)) {
      const now = new Date(start.getTime() - daysAgo * day)
      const saved = await add(transaction, resource, at(transaction.trx, keeper, now), body)
      if (audited) await audit(transaction, resource, saved, now.getTime() + 2 * HOUR_MS)
    }
  })
  await fill('stock/in-return', async (transaction, resource) => {
    const yesterday = new Date(start.getTime() - day)
    for (const { isAudited, body } of await inReturns(transaction.trx)) {
      const saved = await add(transaction, resource, at(transaction.trx, clerk, yesterday), body)
      if (isAudited) await audit(transaction, resource, saved, yesterday.getTime() + HOUR_MS)
    }
  })
  await fill('stock/transfer', async (transaction, resource) => {
    for (const row of await transfers(transaction.trx, String(warehouses[1]?.fcode)))
      await add(transaction, resource, at(transaction.trx, keeper, start), row)
  })
  await fill('stock/count', async (transaction, resource) => {
    for (const row of await counts(transaction.trx))
      await add(transaction, resource, at(transaction.trx, keeper, start), row)
  })
  await fill('stock/payment', async (transaction, resource) => {
    for (const row of await payments(transaction.trx))
      await add(transaction, resource, at(transaction.trx, clerk, start), row)
  })
  await plain('reader/reader', readers(start))
  await fill('reader/borrow', async (transaction, resource) => {
    for (const { lent, returned, body } of await loans(transaction.trx, start)) {
      const saved = await add(transaction, resource, at(transaction.trx, clerk, lent), body)
      if (returned) await step(transaction, resource, saved, returned.getTime(), 'return')
    }
  })
  await fill('message/announcement', async (transaction, resource) => {
    for (const { daysAgo, body } of await announcements(transaction.trx, start)) {
      const time = start.getTime() - daysAgo * day
      const saved = await add(transaction, resource, at(transaction.trx, auditor, new Date(time)), body)
      await step(transaction, resource, saved, time, 'release')
    }
  })
  await fill('system/tenant', async (transaction, resource) => {
    for (const branch of branches) {
      const assign = async () => ({ id: String(branch.tenantId) })
      const write = await prepareAdd(
        resource,
        at(transaction.trx, auditor, start),
        { ...branch, status: 1 },
        assign,
      )
      await write(transaction)
    }
  })
  await fill('reader/reading-room', async (transaction, resource) => {
    for (const [tenantId, rows] of rooms)
      for (const row of rows)
        await add(transaction, resource, at(transaction.trx, { ...clerk, tenantId }, start), row)
  })
  await plain('catalog/donation', donations(start), undefined, donationCases)
  await fill('bill/sale', async (transaction, resource) => {
    for (const { daysAgo, audited, body } of await sales(transaction.trx, start)) {
      const now = new Date(start.getTime() - daysAgo * day)
      const saved = await add(transaction, resource, at(transaction.trx, clerk, now), body)
      if (audited) await audit(transaction, resource, saved, now.getTime() + 2 * HOUR_MS)
    }
  })
  await fill('bill/purchase', async (transaction, resource) => {
    for (const [index, order] of (await orders(transaction.trx, start)).entries()) {
      const { daysAgo, audited, head, items, arrivals } = order
      const now = new Date(start.getTime() - daysAgo * day)
      const saved = await add(transaction, resource, at(transaction.trx, clerk, now), head)
      // Rows that are saved by themselves come after their head.
      const details = new Map([
        ['items', added(items)],
        ['arrivals', added(arrivals)],
      ])
      const change = { id: String(saved.id), revision: null, saved: { head: {}, details, problems: [] } }
      await (await prepareChange(resource, at(transaction.trx, clerk, now), change))(transaction)
      if (audited) await audit(transaction, resource, saved, now.getTime() + 3 * HOUR_MS)
      const followed = orderCases.get(index)
      if (followed) await submit(transaction, resource, saved, followed)
    }
  })
  await fill('bpm/leave', async (transaction, resource) => {
    for (const { body, ...followed } of leaves(start)) {
      const now = new Date(start.getTime() - followed.daysAgo * day)
      const saved = await add(transaction, resource, at(transaction.trx, staff[followed.starter], now), body)
      await submit(transaction, resource, saved, followed)
    }
  })
  for (const [id, rows] of Object.entries(exampleRows)) await plain(id, rows)
  await fill('example-case/tree', async (transaction, resource) => {
    const ids: unknown[] = []
    for (const { under, row } of exampleTree) {
      const body = { ...row, parentId: under === null ? null : ids[under] }
      ids.push((await add(transaction, resource, at(transaction.trx, clerk, start), body)).id)
    }
  })
  await fill('example-file/picture', async (transaction, resource) => {
    const { pictures, pdfs } = await exampleFiles(transaction.trx, services.files)
    for (const row of pictures) await add(transaction, resource, at(transaction.trx, clerk, start), row)
    const entry = documents.screen('example-file/pdf')
    if (!entry) return
    const files = getResource(entry.document, entry.documentHash, fieldValues)
    for (const row of pdfs) await add(transaction, files, at(transaction.trx, clerk, start), row)
  })
  for (const [id, followed] of cases) await decideCase(services, (name) => staff[name], id, followed)
}
