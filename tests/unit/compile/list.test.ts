import { describe, expect, it } from 'vitest'
import { batchRefusal, isActionAvailable } from '#runtime/compile/action-availability.ts'
import { decodeList, encodeList, type ListState } from '#runtime/compile/list/url.ts'
import { compileList } from '#runtime/compile/list.ts'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import type { ScreenDocument, StoredScreen } from '#runtime/schema/types.ts'
import { book, everything, types } from '../screens/support.tsx'

const user = { id: '1', username: 'clerk', realname: '李文澜', orgCode: 'A01' }

const without =
  (...codes: string[]) =>
  (code: string) =>
    !codes.includes(code)

describe('a list plan', () => {
  const plan = compileList(book, { types, can: everything })

  it('contains the columns of the document, with numbers aligned right and the name column as link', () => {
    expect(plan.columns.map(({ key, align, isLink }) => [key, align, isLink])).toEqual([
      ['no', 'left', false],
      ['name', 'left', true],
      ['kind', 'left', false],
      ['price', 'right', false],
      ['state', 'left', false],
    ])
  })

  it('groups by texts and choices that are stored and readable, never by numbers or masked values', () => {
    const fields = [
      ...['input', 'select', 'switch', 'date', 'sel_user', 'datetime', 'inputNumber', 'textarea'].map(
        (type) => ({ key: type, title: type, type }),
      ),
      { key: 'phone', title: '电话', type: 'input', mask: 'phone' },
      { key: 'many', title: '多人', type: 'sel_user', multi: true },
      { key: 'computed', title: '算出', type: 'input', persist: false },
      { key: 'secret', title: '底细', type: 'input', access: { read: 'book:secret' } },
    ]
    const screen = { ...book, fields } as ScreenDocument
    const listKeys = (can: (code: string) => boolean, over = {}) => [
      ...(compileList({ ...screen, ...over } as ScreenDocument, { types: fieldTypes, can }).groupKeys ?? []),
    ]
    const usual = ['input', 'select', 'switch', 'date', 'sel_user']
    expect(listKeys(without('book:unmask', 'book:secret'))).toEqual(usual)
    expect(listKeys(everything)).toEqual([...usual, 'phone', 'secret'])
    expect(listKeys(everything, { url: { list: '/other/list' } })).toEqual([])
  })

  it('keeps the grouping in the address, and no column that is not grouped by', () => {
    const grouped = decodeList(new URLSearchParams('group=kind'), plan)
    expect(grouped.group).toBe('kind')
    expect(encodeList(grouped, plan).get('group')).toBe('kind')
    expect(encodeList({ ...grouped, group: undefined }, plan).has('group')).toBe(false)
    expect(decodeList(new URLSearchParams('group=price'), plan).group).toBeUndefined()
  })

  it('has a link on the number of a record that has no name', () => {
    const fields = [
      { key: 'use', title: '用途', type: 'input', width: 300 },
      { key: 'no', title: '单号', type: 'input', auto: 'CK{yyyyMMdd}{####}' },
    ]
    const { columns } = compileList({ ...book, fields } as ScreenDocument, { types, can: everything })
    expect(columns.find(({ isLink }) => isLink)?.key).toBe('no')
  })

  it('has no link to the record beside a name that leads to an address of its own', () => {
    const fields = [
      { key: 'fname', title: '名称', type: 'input', href: '/online/cgform?design={no}' },
      { key: 'no', title: '编号', type: 'input', width: 300 },
    ]
    const { columns } = compileList({ ...book, fields } as ScreenDocument, { types, can: everything })
    expect(columns.some(({ isLink }) => isLink)).toBe(false)
  })

  it('has default conditions that name the user and the day, as the list requests them', () => {
    const fields = [
      { key: 'who', title: '经办人', type: 'input', query: { rule: 'eq', defaultValue: '=user.username' } },
      { key: 'day', title: '日期', type: 'date', query: { rule: 'ge', defaultValue: '=today()' } },
      { key: 'state', title: '状态', type: 'input', query: { rule: 'eq', defaultValue: '待审核' } },
    ]
    const screen = { ...book, fields } as ScreenDocument
    const decodeConditions = (plan: ReturnType<typeof compileList>) =>
      decodeList(new URLSearchParams(), plan).conditions
    expect(decodeConditions(compileList(screen, { types: fieldTypes, can: everything, user }))).toEqual({
      who: 'clerk',
      day: expect.stringMatching(/^>=\d{4}-\d\d-\d\d$/),
      state: '待审核',
    })
    // The early requests of a page do not know its user.
    expect(decodeConditions(compileList(screen, { types: fieldTypes, can: everything }))).toEqual({
      state: '待审核',
    })
  })

  it('offers a view in the toolbar without a selected row, also under the code of a built-in button', () => {
    const actions = { toolbar: [{ code: 'add', view: 'design-new', perm: 'design:write' }] }
    const { toolbar } = compileList({ ...book, actions } as ScreenDocument, { types, can: everything })
    expect(toolbar[0]).toMatchObject({ code: 'add', kind: 'view', title: '新增', view: 'design-new' })
  })

  it('has filters for columns with choices: those of the query bar, and others of their own', () => {
    const unasked = book.fields.map((field) =>
      field.key === 'kind' ? { ...field, query: undefined } : field,
    )
    const { filters } = compileList({ ...book, fields: unasked } as ScreenDocument, {
      types,
      can: everything,
    })
    expect(filters.get('kind')).toMatchObject({ rule: 'in', names: ['kind', 'kind_MultiString'] })
    expect(plan.filters.get('kind')).toBe(plan.query.find(({ key }) => key === 'kind'))
    expect([...plan.filters.keys()]).toEqual(['kind'])
  })

  it('offers pages of 10, 20 and 30 rows unless the document declares other sizes', () => {
    expect(plan.pageSizes).toEqual([10, 20, 30])
    const own = compileList(
      { ...book, list: { pageSize: 15, pageSizes: [15, 60] } },
      { types, can: everything },
    )
    expect(own.pageSizes).toEqual([15, 60])
  })

  it('contains query items for the system columns that the document names: users by selection, times by range', () => {
    const asked: ScreenDocument = { ...book, list: { ...book.list, query: ['createBy', 'createTime'] } }
    const { query } = compileList(asked, { types: fieldTypes, can: everything })
    expect(query.map(({ key }) => key)).toEqual(['no', 'name', 'kind', 'state', 'createBy', 'createTime'])
    expect(query[4]).toMatchObject({ title: '创建人', rule: 'eq', names: ['createBy'], folded: false })
    expect(query[4]?.type.type).toBe('sel_user')
    expect(query[5]).toMatchObject({ title: '创建时间', names: ['createTime_begin', 'createTime_end'] })
    expect(plan.query.map(({ key }) => key)).not.toContain('createBy')
  })

  it('makes no link of a cell that draws more than its text', () => {
    const fields = book.fields.map((field) => (field.key === 'no' ? { ...field, type: 'link' } : field))
    const linked = new Map([...types, ['link', fieldTypes.get('link') as AnyFieldType]])
    const odd = compileList({ ...book, fields }, { types: linked, can: everything })
    expect(odd.columns.find((column) => column.isLink)?.key).toBe('name')
  })

  it('contains only actions with a behaviour, and batch moves for the selection', () => {
    expect(plan.toolbar.map((action) => action.code)).toEqual(['add', 'audit', 'export', 'superQuery'])
    expect(plan.batch.map((action) => action.code)).toEqual(['audit', 'editBatch', 'deleteBatch', 'export'])
    expect(plan.row.map((action) => action.code)).toEqual([
      'edit',
      'unaudit',
      'detail',
      'delete',
      'print',
      'history',
    ])
  })

  it('has the history of records that users edit, where the document names it or else last', () => {
    const listCodes = (over: object) =>
      compileList({ ...book, ...over } as ScreenDocument, { types, can: everything }).row.map(
        ({ code }) => code,
      )
    expect(listCodes({ actions: { row: ['history', 'edit'] } })).toEqual(['history', 'edit'])
    expect(listCodes({ actions: { row: ['detail'] } })).toEqual(['detail'])
    expect(listCodes({ url: { queryById: '/sys/book/queryById' } })).not.toContain('history')
  })

  it('has no buttons that change records when its table is derived, also in the public view', () => {
    const derived = { ...book, actions: undefined, flow: undefined, table: { name: 'bk', derived: true } }
    const view = publicView(derived as ScreenDocument & StoredScreen) as ScreenDocument
    for (const screen of [derived, view]) {
      const { toolbar, batch, row } = compileList(screen, { types, can: everything })
      const codes = [toolbar, batch, row].map((list) => list.map(({ code }) => code))
      expect(codes).toEqual([['superQuery'], [], ['detail']])
    }
  })

  it('has the advanced query at the end of the toolbar, or where the document names it', () => {
    const listCodes = (over: object, can: (code: string) => boolean = everything) =>
      compileList({ ...book, ...over } as ScreenDocument, { types, can }).toolbar.map(({ code }) => code)
    const named = { actions: { toolbar: ['superQuery', 'add'] } }
    expect(listCodes({ actions: { toolbar: ['add'] } })).toEqual(['add', 'superQuery'])
    expect(listCodes(named)).toEqual(['superQuery', 'add'])
    expect(listCodes({ actions: { toolbar: ['add'] } }, without('book:list'))).toEqual(['add'])
  })

  it('has no advanced query when the document turns it off', () => {
    const screen = { ...book, list: { ...book.list, superQuery: false } } as ScreenDocument
    expect(compileList(screen, { types, can: everything }).toolbar.map(({ code }) => code)).toEqual([
      'add',
      'audit',
      'export',
    ])
  })

  it('omits columns and actions that the user may not use', () => {
    const poor = compileList(book, {
      types,
      can: without('book:price', 'book:audit', 'book:delete', 'book:detail'),
    })
    expect(poor.columns.map((column) => column.key)).not.toContain('price')
    expect(poor.columns.some((column) => column.isLink)).toBe(false)
    expect(poor.toolbar.map((action) => action.code)).toEqual(['add', 'export', 'superQuery'])
    expect(poor.batch.map((action) => action.code)).toEqual(['editBatch', 'export'])
    expect(poor.row.map((action) => action.code)).toEqual(['edit', 'unaudit'])
  })

  it('loads the dictionaries of lists and forms once', () => {
    expect(plan.needs).toEqual(['kinds'])
  })

  it('requests the generic resource routes unless the document contains its own', () => {
    expect(plan.url.list).toBe('/resource/catalog/book/list')
    expect(
      compileList({ ...book, url: { list: '/sys/book/list' } }, { types, can: everything }).url.list,
    ).toBe('/sys/book/list')
  })

  it('offers a row the moves of its state, and no change outside the editable states', () => {
    const offered = (state: string) =>
      plan.row
        .filter((action) => isActionAvailable(action, { state }, { flow: plan.flow, user }))
        .map((action) => action.code)
    expect(offered('待审核')).toEqual(['edit', 'detail', 'delete', 'print', 'history'])
    expect(offered('已审核')).toEqual(['unaudit', 'detail', 'print', 'history'])
  })

  it('offers a row an action by the user and the day that its condition names', () => {
    const when = 'row.owner != user.username and row.day <= today'
    const { row } = compileList(
      {
        ...book,
        actions: { row: [{ code: 'end', title: '结束', when, call: { method: 'POST', url: '/demo/end' } }] },
      },
      { types, can: everything },
    )
    const offers = (values: object) =>
      row.some((action) => isActionAvailable(action, { day: '2020-01-01', ...values }, { user }))
    expect(offers({ owner: 'reader' })).toBe(true)
    expect(offers({ owner: 'clerk' })).toBe(false)
    expect(offers({ owner: 'reader', day: '2999-01-01' })).toBe(false)
  })

  it('refuses a batch without rows, and rows in another state, with the text of the document', () => {
    const audit = plan.batch.find((action) => action.code === 'audit')
    if (!audit) throw new Error('no audit')
    expect(batchRefusal(audit, [], { flow: plan.flow, user })).toBe('请选择一条记录！')
    expect(batchRefusal(audit, [{ state: '待审核' }, { state: '已审核' }], { flow: plan.flow, user })).toBe(
      '选中数据有已审核数据，单据无法提交！',
    )
    expect(batchRefusal(audit, [{ state: '待审核' }], { flow: plan.flow, user })).toBeNull()
  })
})

describe('a list address', () => {
  const plan = compileList(book, { types, can: everything })
  const state: ListState = {
    pageNo: 3,
    pageSize: 20,
    sort: { column: 'no', order: 'asc' },
    conditions: { name: '*通志*', kind_MultiString: '府志,县志' },
    form: { mode: 'edit', id: '77' },
  }

  it('restores the state that it encodes, and does not change foreign parameters', () => {
    const params = encodeList(state, plan, new URLSearchParams('origin=home'))
    expect(params.get('origin')).toBe('home')
    expect(decodeList(new URLSearchParams(params.toString()), plan)).toEqual(state)
  })

  it('is empty for the initial state of the document', () => {
    expect(encodeList(decodeList(new URLSearchParams(), plan), plan).toString()).toBe('')
  })

  it('accepts the conditions of an external link, and encodes them in its own format', () => {
    const linked = new URLSearchParams('no=K1&page=2&odd=1')
    expect(decodeList(linked, plan)).toMatchObject({ conditions: { no: 'K1' }, pageNo: 2 })
    const dropped = encodeList({ ...decodeList(linked, plan), conditions: {} }, plan, linked)
    expect(decodeList(dropped, plan).conditions).toEqual({})
    expect(dropped.get('odd')).toBe('1')
  })

  it('replaces unknown columns, sizes, conditions and modes by defaults', () => {
    const odd = decodeList(
      new URLSearchParams('page=-1&size=9999&sort=-__proto__&q=1&q.secret=1&form=burn&id=7'),
      plan,
    )
    expect(odd).toEqual({
      pageNo: 1,
      pageSize: 10,
      sort: { column: 'createTime', order: 'desc' },
      conditions: {},
    })
  })
})
