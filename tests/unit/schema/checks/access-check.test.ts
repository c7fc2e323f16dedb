import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { documentWarnings } from '#server/documents/document-checker.ts'

const home = join(import.meta.dirname, '../../../../schemas')
const shipped = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !name.startsWith('$'))
  .map((name): unknown => JSON.parse(readFileSync(join(home, name), 'utf8')))

const number = (key: string, more = {}) => ({ key, title: key, type: 'inputNumber', scale: 2, ...more })
const secret = { access: { read: 'shop:price' } }
const screen = (head: object[], columns: object[], more = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'shop/bill',
  title: '单据',
  table: { name: 'shop_bill' },
  fields: [
    ...head,
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'shop_item', fk: 'fbillid' },
      fields: [number('fnum'), number('fprice', secret), ...columns],
      ...more,
    },
  ],
})
const report = (sql: string, fields: object[]) => ({
  version: 2,
  kind: 'report',
  id: 'shop/sales',
  title: '统计',
  code: 'rp_sales',
  source: { sql, tables: ['shop_bill', 'shop_item'] },
  fields,
})
const warned = (document: unknown, ...others: unknown[]) =>
  documentWarnings(document, collectKnown([...others, document], registeredNames)).map(({ path, code }) => [
    path,
    code,
  ])
const at = (path: string) => [path, 'GIVEN_AWAY']

describe('a computed field has a warning', () => {
  it('when it is readable without the permission of the field it is computed from', () => {
    const document = screen([], [number('famount', { compute: 'fnum * fprice' })])
    const [warning] = documentWarnings(document, collectKnown([document], registeredNames))
    expect(warning).toEqual({
      path: '/fields/0/fields/2',
      code: 'GIVEN_AWAY',
      text: '明细「items」的字段「famount」：由要权限 shop:price 才看得到的 items.fprice 算出，没有此权限的人可以由它推算，请写 "access": { "read": "shop:price" }',
      fix: [{ op: 'add', path: '/fields/0/fields/2/access', value: { read: 'shop:price' } }],
    })
  })

  it('when it reads a restricted value through other formulas, in the head or in a row', () => {
    const amount = number('famount', { compute: 'fnum * fprice', ...secret })
    const total = number('ftotal', { compute: 'round(sum(items.famount), 0)' })
    const share = number('fshare', { compute: 'fnum / form.ftotal' })
    expect(warned(screen([total], [amount, share]))).toEqual([at('/fields/0'), at('/fields/1/fields/3')])
  })

  it('when an overlay adds it', () => {
    const overlay = {
      version: 2,
      kind: 'screen',
      id: 'shop/check',
      extends: 'shop/bill',
      fields: [{ key: 'items', fields: [{ ...number('famount', { compute: 'fnum * fprice' }) }] }],
    }
    expect(warned(overlay, screen([], []))).toEqual([at('/fields/0/fields/0')])
  })

  it('never when it needs the same permission, or its detail does', () => {
    const amount = { compute: 'fnum * fprice' }
    expect(warned(screen([], [number('famount', { ...amount, ...secret })]))).toEqual([])
    expect(warned(screen([], [number('famount', amount)], secret))).toEqual([])
    expect(warned(screen([number('fsum', { compute: 'sum(items.fnum)' })], []))).toEqual([])
  })
})

describe('a column of a report has a warning', () => {
  const base = screen([number('fpaid')], [number('famount', { compute: 'fnum * fprice', ...secret })])
  it.each([
    ['taken as it is', 'select i.fprice as fx from shop_item i'],
    ['computed', 'select i.famount / i.fnum as fx from shop_item i'],
    ['an aggregate', 'select coalesce(sum(i.famount), 0) as fx from shop_item i'],
    ['taken from a query', 'select b.fx from (select sum(i.famount) as fx from shop_item i) b'],
    ['taken from WITH', 'with b as (select i.famount as fa from shop_item i) select b.fa + 1 as fx from b'],
    [
      'one side of a union',
      'select 0 as fx, 1 as fy from shop_bill b union all select i.fprice, 2 from shop_item i',
    ],
    ['a query in its place', 'select (select max(i.fprice) from shop_item i) as fx from shop_bill b'],
    ['chosen by it', 'select case when i.fprice > 5 then 1 else 0 end as fx from shop_item i'],
  ])('when it is %s', (_what, sql) => {
    expect(warned(report(sql, [number('fx')]), base)).toEqual([at('/fields/0')])
    expect(warned(report(sql, [number('fx', secret)]), base)).toEqual([])
  })

  it('never when it reads no restricted column', () => {
    const sql =
      'select b.fpaid as fx, i.n as fy, i.a as fz from shop_bill b join (select fbillid, count(*) as n, sum(famount) as a from shop_item group by fbillid) i on i.fbillid = b.id'
    expect(warned(report(sql, [number('fx'), number('fy'), number('fz')]), base)).toEqual([at('/fields/2')])
  })
})

describe('a value from a masked field is reported', () => {
  const text = (key: string, more = {}) => ({ key, title: key, type: 'input', ...more })
  const masked = text('ftel', { mask: 'phone' })

  it('when a formula reads the field, directly or not, and has no mask', () => {
    const shown = text('fshown', { compute: "concat(ftel, '')" })
    const further = text('ffar', { compute: 'trim(fshown)' })
    const found = warned(screen([masked, shown, further, { ...shown, key: 'fsafe', mask: 'phone' }], []))
    expect(found).toEqual([
      ['/fields/1', 'GIVEN_AWAY'],
      ['/fields/2', 'GIVEN_AWAY'],
    ])
  })

  it('when a column of a report reads the field and has no mask', () => {
    const sql = 'select b.ftel as fx, b.ftel as fy from shop_bill b'
    const columns = [text('fx'), text('fy', { mask: 'phone' })]
    expect(warned(report(sql, columns), screen([masked], []))).toEqual([['/fields/0', 'GIVEN_AWAY']])
  })
})

it('the shipped documents have no warnings', () => {
  const known = collectKnown(shipped, registeredNames)
  expect(shipped.length).toBeGreaterThan(70)
  expect(shipped.flatMap((document) => documentWarnings(document, known))).toEqual([])
})
