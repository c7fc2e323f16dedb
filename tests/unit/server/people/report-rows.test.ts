import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import { dynamicTables } from '#server/platform/store/database.ts'
import { createPeopleServer, type Person, type TestServer } from './test-server.ts'

let server: TestServer
const put = (table: string, rows: readonly object[]) =>
  dynamicTables(server.services.db.app).insertInto(table).values(rows).execute()

/** Values of rows of another department, and of the user's own department. */
const foreign = { word: 'OTHERS', amount: 777_000 }
const own = { word: 'OWN', amount: 5 }
const departments = [
  { org: 'A01A01', ...own },
  { org: 'A01A02', ...foreign },
]
const today = '2025-09-25'

const reports = (): StoredReport[] =>
  server.services.documents
    .entries()
    .flatMap(({ document }) => (document.kind === 'report' ? [document as StoredReport] : []))

beforeAll(async () => {
  server = await createPeopleServer()
  await put('bas_supplier', [{ id: 's1', fcode: 's1', fname: '书局' }])
  for (const { org, word, amount } of departments) {
    const bill = { sys_org_code: org, fbillno: word, fdate: today }
    const made = { create_by: word, create_time: `${today} 08:00:00` }
    const audited = { fstates: '已审核', fwarehouse: 'CK01', faudit_time: `${today} 09:00:00` }
    await put('stk_in_bill', [
      { id: word, ...bill, ...made, ...audited, fsupplierid: 's1', ftotalamount: amount },
      { id: `${word}2`, ...bill, ...made, fbillno: `${word}2`, fstates: '待审核' },
    ])
    await put('stk_in_bill_item', [{ id: word, fbillid: word, fspmc: word, fnum: amount, famount: amount }])
    await put('bl_purchase', [{ id: word, ...bill, ...made, fstates: '待审核' }])
    await put('bl_sale', [{ id: word, ...bill, ...made, fstates: '待审核' }])
    await put('stk_payment', [{ id: word, ...bill, fsupplierid: 's1', famount: amount }])
  }
  const { db, permissions } = server.services
  const role = await db.app
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .select('r.role_id')
    .where('u.username', '=', 'clerk')
    .executeTakeFirstOrThrow()
  for (const report of reports())
    for (const word of ['list', 'export'])
      await db.app
        .insertInto('sys_role_permission')
        .values({ role_id: role.role_id, permission_id: `${getPerm(report)}:${word}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  await permissions.changed()
  const opensAll = async () => {
    for (const { code } of reports()) expect((await data('clerk', code)).body.success).toBe(true)
  }
  await vi.waitFor(opensAll, { timeout: 20_000 })
})
afterAll(() => server?.close())

const query = { getAll: 'true', self_warehouse: 'CK01' }
const asked = (code: string) => (code === 'rp_stock_flow' ? query : { getAll: 'true' })
const data = (who: Person, code: string) =>
  server.get(who, `/online/cgreport/api/getData/${code}`, asked(code))
const exported = (who: Person, code: string) => {
  const { getAll: _, ...rest } = asked(code) as typeof query
  return server.get(who, `/online/cgreport/api/exportXls/${code}`, rest)
}
/** A sum that includes an amount of the own department differs from the foreign one, and matches too. */
const hasForeign = (text: string) => /OTHERS|7770\d\d/.test(text)

describe('a shipped report', () => {
  it('shows no row of another department when a row rule restricts its reader', async () => {
    const read = reports().map(({ code }) => code)
    expect(read.length).toBeGreaterThan(9)
    for (const code of read) {
      const answer = await data('clerk', code)
      expect([code, answer.body.success]).toEqual([code, true])
      expect([code, hasForeign(JSON.stringify(answer.body))]).toEqual([code, false])
      expect([code, hasForeign((await exported('clerk', code)).text)]).toEqual([code, false])
    }
  })

  it('shows the rows of the reader’s own department', async () => {
    for (const code of ['rp_audit_time', 'rp_in_detail', 'rp_pending', 'rp_stock_flow'])
      expect([code, JSON.stringify((await data('clerk', code)).body)]).toEqual([
        code,
        expect.stringContaining(own.word),
      ])
    const account = (await data('clerk', 'rp_supplier_account')).body.result.records
    expect(account).toMatchObject([{ fbills: 1, famount: 5, fpaid: 5, fbalance: 0 }])
  })

  it('shows the balance of goods after each bill, and who made it', async () => {
    const { records } = (await data('admin', 'rp_stock_flow')).body.result
    const [last, first] = records as Record<string, unknown>[]
    expect(Number(first?.fbalance)).toBe(Number(first?.fchange))
    expect(Number(last?.fbalance)).toBe(Number(first?.fchange) + Number(last?.fchange))
    expect(first?.fhandler).toBe(first?.fbillno)
  })

  it('shows all rows when no row rule restricts its reader', async () => {
    for (const code of [
      'rp_audit_time',
      'rp_in_detail',
      'rp_pending',
      'rp_stock_flow',
      'rp_supplier_account',
    ])
      expect([code, hasForeign(JSON.stringify((await data('admin', code)).body))]).toEqual([code, true])
  })
})
