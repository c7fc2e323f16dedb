import { describe, expect, it } from 'vitest'
import { actionCodes, codeOfAction } from '#runtime/schema/action-codes.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import {
  detailColumns,
  details,
  formFields,
  getPerm,
  listFields,
  positionKey,
  queryItems,
} from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValues } from '#runtime/schema/field-value.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import type { DetailField, StoredScreen } from '#runtime/schema/types.ts'
import { jsonOfFile } from './world.ts'

/** Derivation reads only two or three traits of each type. */
const types: FieldValues = new Map(
  Object.entries({
    input: { query: { rules: ['eq', 'like'] }, usualFor: 'text' },
    inputNumber: { query: { rules: ['eq', 'range'] }, align: 'right', usualFor: 'number' },
    select: { query: { rules: ['eq', 'in'] } },
    date: { query: { rules: ['range', 'eq'] } },
    datetime: { query: { rules: ['range', 'eq'] }, usualFor: 'datetime' },
    sel_user: { query: { rules: ['eq'] }, usualFor: 'user' },
    popup: { query: { rules: ['like'] } },
    file: { query: null, offList: true },
    image: { query: null, offList: true },
    hidden: { query: { rules: ['eq'] } },
    table: { query: null, offList: true },
  }).map(([type, value]) => [type, { type, ...value } as AnyFieldValue]),
)

const bill = jsonOfFile('good/stock/in-bill.json') as StoredScreen
const screen = (fields: StoredScreen['fields'], rest: Partial<StoredScreen> = {}): StoredScreen => ({
  ...{ version: 2, kind: 'screen', id: 'a/b', title: '例', table: { name: 'a_b' } },
  fields,
  ...rest,
})
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

describe('the list', () => {
  it('leaves out hidden fields, detail tables, files and fields that exclude themselves, and keeps the document’s order', () => {
    const expected = [
      'fbillno',
      'fdate',
      'fwarehouse',
      'fsupplier',
      'fsumnum',
      'ftotalamount',
      'fstates',
      'fauditor',
    ]
    expect(keys(listFields(bill, types))).toEqual(expected)
  })

  it('shows the fields in list.fields, audit columns and files too', () => {
    const columns = listFields({ ...bill, list: { fields: ['ffiles', 'createTime'] } }, types)
    expect(columns).toMatchObject([
      { key: 'ffiles' },
      { key: 'createTime', title: '创建时间', sortable: true },
    ])
  })

  it('shows users by name in the audit columns of accounts', () => {
    const columns = listFields({ ...bill, list: { fields: ['createBy', 'updateBy'] } }, types)
    expect(columns).toMatchObject([
      { title: '创建人', field: { type: 'sel_user' } },
      { title: '修改人', field: { type: 'sel_user' } },
    ])
  })

  it('never shows a write-only field, even if list.fields names it', () => {
    const one = screen([{ key: 'pw', type: 'input', writeOnly: true }], { list: { fields: ['pw'] } })
    expect(listFields(one, types)).toEqual([])
  })

  it('prefers the list view of a field to the field', () => {
    const [column] = listFields(screen([{ key: 'a', type: 'input', width: 80, list: { width: 300 } }]), types)
    expect(column).toMatchObject({ width: 300, align: 'left', sortable: false })
  })

  it('aligns numbers right', () => {
    expect(listFields(bill, types).find(({ key }) => key === 'fsumnum')?.align).toBe('right')
  })
})

describe('the query bar', () => {
  const rules = (fields: StoredScreen['fields']) => queryItems(screen(fields), types).map(({ rule }) => rule)

  it('reads true as range for dates, in for dictionaries, and the first rule of the type otherwise', () => {
    const fields = ['date', 'select', 'input'].map((type) => ({
      key: type,
      type,
      query: true,
      dictCode: type === 'select' ? 'd' : undefined,
    }))
    expect(rules(fields)).toEqual(['range', 'in', 'eq'])
  })

  it('uses the rule of the field, as a string or in an object', () => {
    expect(
      rules([
        { key: 'a', type: 'input', query: 'like' },
        { key: 'b', type: 'input', query: { rule: 'ne' } },
      ]),
    ).toEqual(['like', 'ne'])
  })

  it('has no item for types without queries and for fields without query', () => {
    expect(
      rules([
        { key: 'a', type: 'file', query: true },
        { key: 'b', type: 'input' },
      ]),
    ).toEqual([])
  })

  it('folds items that are declared folded', () => {
    const [item] = queryItems(
      screen([{ key: 'a', type: 'input', query: { folded: true, defaultValue: 'x' } }]),
      types,
    )
    expect(item).toMatchObject({ folded: true, defaultValue: 'x', rule: 'eq' })
  })
})

describe('the form', () => {
  it('shows a field in the modes it names, and secrets never in details', () => {
    const fields = [
      { key: 'a', type: 'input', modes: ['add' as const] },
      { key: 'b', type: 'input', writeOnly: true },
      { key: 'c', type: 'hidden' },
    ]
    expect(keys(formFields(screen(fields), 'add'))).toEqual(['a', 'b'])
    expect(keys(formFields(screen(fields), 'detail'))).toEqual([])
  })

  it('follows the groups of the document', () => {
    const layout = formLayout(bill, 'add')
    expect(layout).toMatchObject({ columns: 3, open: 'modal', width: 1200 })
    expect(layout.groups.map(({ title, tab, fields }) => [title ?? tab, fields.length])).toEqual([
      ['基本信息', 8],
      ['入库明细', 1],
      ['附件', 1],
    ])
  })

  it('has a default layout when the document has none: details in tabs, columns as wide as the widest span', () => {
    const layout = formLayout(
      screen([
        { key: 'a', type: 'input', span: 2 },
        { key: 'rows', title: '明细', type: 'table', fields: [] },
      ]),
      'add',
    )
    expect(layout.groups.map(({ tab, fields }) => [tab, keys(fields)])).toEqual([
      [undefined, ['a']],
      ['明细', ['rows']],
    ])
    expect(formLayout(screen([{ key: 'a', type: 'input', span: 2 }]), 'add').columns).toBe(2)
  })

  it('draws fields that no group names in a last group, in the place of the other groups', () => {
    const bare = (key: string) => ({ key, type: 'input' })
    const rows = { key: 'rows', title: '明细', type: 'table', fields: [bare('x')] }
    const listGroups = (groups: object[]) =>
      formLayout({ ...screen([bare('a'), bare('b'), rows]), form: { groups } } as never, 'add').groups
    expect(listGroups([{ title: '甲', fields: ['a'] }])).toMatchObject([
      { title: '甲', fields: [{ key: 'a' }] },
      { title: '其他', fields: [{ key: 'b' }] },
      { tab: '明细', fields: [{ key: 'rows' }] },
    ])
    expect(listGroups([{ tab: '甲', fields: ['rows', 'b'] }])).toMatchObject([
      { tab: '甲', fields: [{ key: 'rows' }, { key: 'b' }] },
      { tab: '其他', fields: [{ key: 'a' }] },
    ])
    expect(listGroups([{ title: '甲', fields: ['a', 'b', 'rows'] }])).toHaveLength(1)
  })

  it('leaves out a group that has no fields yet', () => {
    const half = {
      ...bill,
      form: { ...bill.form, groups: [{ title: '新的组' }, ...(bill.form?.groups ?? [])] },
    }
    expect(formLayout(half as never, 'add').groups).toEqual(formLayout(bill, 'add').groups)
  })

  it('gives a detail table its columns, including pictures, without hidden ones', () => {
    const [items] = details(bill)
    expect(items && keys(detailColumns(items, types))).toContain('fimg')
    expect(items && keys(detailColumns(items, types))).not.toContain('spid')
  })
})

describe('permission codes', () => {
  it('are the seven verbs, the moves, column rights and rule exemptions, each with a title', () => {
    const codes = actionCodes(bill)
    expect(codes.map(({ code }) => code)).toEqual([
      ...['list', 'detail', 'add', 'edit', 'delete', 'import', 'export'].map((verb) => `stock:in:${verb}`),
      ...['stock:in:audit', 'stock:in:unaudit', 'stock:in:price', 'stock:in:all'],
    ])
    expect(codes.find(({ code }) => code === 'stock:in:price')?.title).toBe('查看单价')
  })

  it('begin with the id when the document has no prefix', () => {
    expect(getPerm({ id: 'a/b' })).toBe('a:b')
    expect(codeOfAction({ id: 'a/b' }, 'deleteBatch')).toBe('a:b:delete')
    expect(codeOfAction({ id: 'a/b' }, { code: 'x', needs: 'z:y' })).toBe('z:y')
  })
})

describe('the positions of rows', () => {
  const items = (over: object = {}, column: object = {}): DetailField => ({
    ...{ key: 'items', type: 'table', table: { name: 'a_c', fk: 'fid' } },
    fields: [{ key: 'fname', type: 'input', ...column }],
    ...over,
  })

  it.each<[string, DetailField, string | undefined]>([
    ['orderNum where the document names no key', items(), 'orderNum'],
    ['the order of its table', items({ table: { name: 'a_c', fk: 'fid', order: 'fseq' } }), 'fseq'],
    ['dragSortKey', items({ dragSortKey: 'fseq' }), 'fseq'],
    ['none of a single row', items({ look: 'form' }), undefined],
    ['none of rows saved by themselves', items({ own: true }), undefined],
    ['none where a field has that column', items({}, { column: 'order_num' }), undefined],
  ])('are stored under %s', (_what, detail, key) => {
    expect(positionKey(detail)).toBe(key)
    const view = publicView(screen([{ ...detail }]))
    expect(view.fields[0]?.dragSortKey).toBe(key)
  })
})

describe('the public view', () => {
  it('contains no table, column, row rule, hook, import key, description or note, at any depth', () => {
    const secretive = {
      ...bill,
      hooks: ['stock.secret'],
      description: 'secret',
      fields: [
        ...bill.fields,
        { key: 'a', type: 'input', column: 'col_secret', 'x-jeecg': { sql: 'select 1' } },
      ],
    }
    const text = JSON.stringify(publicView(secretive))
    expect(text).not.toMatch(/stk_in_bill|rowRules|sysOrgCode|secret|select 1|"match"|fbillid/)
  })

  it('yields the same list, query bar, form and codes as the stored screen, except for the rule exemption', () => {
    const view = publicView(bill)
    expect(keys(listFields(view, types))).toEqual(keys(listFields(bill, types)))
    expect(keys(queryItems(view, types))).toEqual(keys(queryItems(bill, types)))
    expect(formLayout(view, 'add').groups.map(({ fields }) => keys(fields))).toEqual(
      formLayout(bill, 'add').groups.map(({ fields }) => keys(fields)),
    )
  })

  it('does not change the stored document', () => {
    const before = JSON.stringify(bill)
    publicView(bill)
    expect(JSON.stringify(bill)).toBe(before)
  })
})
