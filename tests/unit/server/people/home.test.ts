import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dynamicTables } from '#server/platform/store/database.ts'
import { midDay } from '../mid-day.ts'
import { createPeopleServer, type Person, type TestServer } from './test-server.ts'

let server: TestServer
const insert = (table: string, rows: object[]) =>
  dynamicTables(server.services.db.app)
    .insertInto(table)
    .values(rows.map((row, at) => ({ id: `${table}${at}`, ...row })))
    .execute()

beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const rows = async (who: Person, code: string, query = {}) =>
  (await server.get(who, `/online/cgreport/api/getData/${code}`, { getAll: 'true', ...query })).body.result
    .records

it('accession report counts by month, beside the month before and the same month of last year', async () => {
  await midDay()
  const month = (back: string) => sql`date_trunc('month', localtimestamp) - interval '${sql.raw(back)}'`
  await insert('lib_gazetteer', [
    { fcallno: '1', ftitle: '甲志', fvolumes: 3, create_time: month('0 days') },
    { fcallno: '2', ftitle: '乙志', fvolumes: 4, create_time: sql`localtimestamp` },
    { fcallno: '3', ftitle: '丙志', fvolumes: 1, create_time: month('1 second') },
    { fcallno: '4', ftitle: '丁志', fvolumes: 1, create_time: month('1 year') },
    { fcallno: '5', ftitle: '戊志', fvolumes: 1, create_time: month('3 years') },
  ])
  const months = await rows('clerk', 'rp_accession_month')
  expect(months).toHaveLength(12)
  expect(months[0]).toMatchObject({ fbooks: 2, fvolumes: 7, fbefore: 1, flast: 1 })
  const [{ fmonth }] = months
  const list = await rows('clerk', 'rp_accession', { fmonth })
  expect(list.map(({ ftitle }: { ftitle: string }) => ftitle).sort()).toEqual(['乙志', '甲志'])
})

it('stock warning lists goods below their limit, also goods without stock, but none without a limit', async () => {
  const goods = (fcode: string, fmin: number | null, more = {}) => ({
    fcode,
    fname: fcode,
    fmin,
    fstatus: 'Y',
    ...more,
  })
  await insert('bas_goods', [
    goods('low', 10),
    goods('none', 1),
    goods('enough', 5),
    goods('free', null),
    goods('off', 10, { fstatus: 'N' }),
    goods('gone', 10, { del_flag: 1 }),
  ])
  await insert('stk_stock', [
    { spid: 'bas_goods0', fwarehouse: 'CK01', fkcnum: 4 },
    { spid: 'bas_goods0', fwarehouse: 'CK02', fkcnum: 5 },
    { spid: 'bas_goods2', fwarehouse: 'CK01', fkcnum: 5 },
  ])
  const warned = await rows('clerk', 'rp_stock_warning')
  expect(warned.map(({ fname, fkcnum, fwarn }: Record<string, unknown>) => [fname, fkcnum, fwarn])).toEqual([
    ['none', 0, '无库存'],
    ['low', 4, '低于下限'],
    ['low', 5, '低于下限'],
  ])
})

it('stock by goods has one row for the goods of several warehouses, and none without stock', async () => {
  await insert('stk_stock', [
    { id: 's1', spid: 'p1', fspmc: '宣纸', fwarehouse: 'CK01', fkcnum: 4 },
    { id: 's2', spid: 'p1', fspmc: '宣纸', fwarehouse: 'CK02', fkcnum: 6 },
    { id: 's3', spid: 'p2', fspmc: '墨', fwarehouse: 'CK01', fkcnum: 0 },
  ])
  const goods = (await rows('clerk', 'rp_stock_goods')).filter(({ spid }: { spid: string }) =>
    /^p/.test(spid),
  )
  expect(
    goods.map(({ fspmc, fkcnum, fwarehouses }: Record<string, unknown>) => [fspmc, fkcnum, fwarehouses]),
  ).toEqual([['宣纸', 10, 2]])
})

it('report rows carry the parameters that their links pass on', async () => {
  await insert('lib_gazetteer', [
    { id: 'g1', fcallno: 'g1', ftitle: '会稽志', fkind: '府志', fdynasty: '宋', fholder: 'H1' },
  ])
  const [holding] = await rows('clerk', 'rp_holdings', { self_holder: 'H1' })
  expect(holding).toMatchObject({ fkind: '府志', fdynasty: '宋', fheld: 'H1' })
  await insert('bas_supplier', [{ fcode: 'G1', fname: '古籍社' }])
  const [account] = await rows('clerk', 'rp_supplier_account', { self_upto: '2026-03-31' })
  expect(account).toMatchObject({ fupto: '2026-03-31' })
})

it('pending bills are those of the user’s own department, and all of them for an auditor', async () => {
  const bill = (fbillno: string, sys_org_code: string, more = {}) => ({
    fbillno,
    fstates: '待审核',
    sys_org_code,
    ...more,
  })
  await insert('stk_in_bill', [
    bill('RK1', 'A01A01', { create_time: sql`localtimestamp - interval '4 days'` }),
    bill('RK2', 'A01A02'),
    bill('RK3', 'A01A01', { fstates: '已审核' }),
    bill('RK4', 'A01A01', { del_flag: 1 }),
  ])
  await insert('bl_purchase', [bill('CG1', 'A01A01')])
  const numbers = async (who: Person) =>
    (await rows(who, 'rp_pending'))
      .map(({ fbillno, flate }: Record<string, unknown>) => `${fbillno} ${flate}`)
      .sort()
  expect(await numbers('admin')).toEqual(['CG1 0', 'RK1 1', 'RK2 0'])
  expect(await numbers('clerk')).toEqual(['CG1 0', 'RK1 1'])
})

it('workplace shows each user the user’s own pages, and no activity of others', async () => {
  const { menu } = (await server.get('reader', '/sys/permission/getUserPermissionByToken')).body.result
  const own = menu.filter(({ id }: { id: string }) => id.startsWith('account'))
  expect(
    own.flatMap(({ children }: { children: { path: string }[] }) => children.map(({ path }) => path)),
  ).toEqual([
    '/account/center',
    '/account/settings/BaseSetting',
    '/account/settings/security',
    '/account/settings/custom',
    '/account/settings/binding',
    '/account/settings/notification',
  ])
  await server.signIn('clerk', 'wrong-password-1')
  await server.signIn('admin', 'wrong-password-1')
  const { body } = await server.get('clerk', '/sys/user/logs')
  expect(body.result).toHaveLength(1)
  expect(body.result[0]).toMatchObject({ ok: false, content: expect.stringMatching(/^登录失败，/) })
  expect(body.result[0].content).not.toContain('clerk')
  const { userInfo } = (await server.get('clerk', '/sys/user/getUserInfo')).body.result
  expect(userInfo.roles).toEqual(['采编员'])
})
