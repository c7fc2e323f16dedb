import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueKey } from '#server/documents/services.ts'
import { createBaseServer, type TestServer } from './test-server.ts'

let server: TestServer
let token: string
const get = async (url: string) => (await server.call('GET', url, { token })).body

beforeAll(async () => {
  server = await createBaseServer()
  token = await server.enter('clerk')
  const { dictionaries } = server.services
  dictionaries.registerItems('unit', [
    { value: '册', text: '册' },
    { value: '函', text: '函' },
  ])
  dictionaries.registerTable('sys_depart,depart_name,org_code', {
    table: 'sys_depart',
    text: 'depart_name',
    value: 'org_code',
    filters: { kind: 'org_category', code: 'org_code' },
  })
  await dictionaries.registerTree([
    {
      code: 'B01',
      name: '全部志书',
      children: [{ code: 'B01A01', name: '通志', children: [{ code: 'B01A01A01', name: '省通志' }] }],
    },
  ])
})
afterAll(() => server?.close())

describe('dictionaries', () => {
  it('answer items by code, and none for an unregistered code', async () => {
    expect((await get('/sys/dict/getDictItems/unit')).result).toMatchObject([
      { value: '册', title: '册' },
      { value: '函' },
    ])
    expect(await get('/sys/dict/getDictItems/nope')).toMatchObject({ success: true, result: [] })
  })

  it('answer no table or column that a request names', async () => {
    for (const code of ['sys_user,password,username', 'sys_depart,depart_name,org_code,1=1']) {
      expect(await get(`/sys/dict/getDictItems/${encodeURIComponent(code)}`)).toMatchObject({
        code: 400,
        success: false,
      })
    }
  })

  it('answer the current values first, and search a text that is no value', async () => {
    const load = async (keyword: string, pageSize = '1') => {
      const query = `keyword=${encodeURIComponent(keyword)}&pageSize=${pageSize}`
      const { result } = await get(`/sys/dict/loadDictOrderByValue/unit?${query}`)
      return (result as { value: string }[]).map(({ value }) => value)
    }
    expect(await load('函')).toEqual(['函'])
    expect(await load('函', '2')).toEqual(['函', '册'])
    expect(await load('函,册')).toEqual(['册', '函'])
    expect(await load('没有')).toEqual([])
  })

  it('answer pages of a registered table, and refuse another table', async () => {
    const load = (query: string) => get(`/sys/dict/queryTableData?${query}`)
    expect(await load('table=sys_user&text=password&code=username')).toMatchObject({
      success: false,
      code: 400,
    })
    const page = await load('table=sys_depart&text=depart_name&code=org_code&pageNo=1&pageSize=1')
    expect(page.result).toMatchObject({ current: 1, size: 1, records: [{ value: expect.any(String) }] })
  })

  it('answer the further values of items and of columns', async () => {
    const { dictionaries } = server.services
    dictionaries.registerItems('material', [
      { value: 'paper', text: '宣纸', values: { fprice: 12.5 } },
      { value: 'paste', text: '浆糊' },
    ])
    expect((await get('/sys/dict/getDictItems/material')).result).toEqual([
      { value: 'paper', text: '宣纸', title: '宣纸', values: { fprice: 12.5 } },
      { value: 'paste', text: '浆糊', title: '浆糊' },
    ])
    dictionaries.registerTable('depart_kind', {
      table: 'sys_depart',
      text: 'depart_name',
      value: 'org_code',
      fields: { kind: { column: 'org_category', fromDb: (raw) => `第${String(raw)}类` } },
    })
    for (const route of ['getDictItems/depart_kind', 'loadDict/depart_kind?keyword=采编部']) {
      const { result } = await get(encodeURI(`/sys/dict/${route}`))
      const items = result as { value: string; values: unknown }[]
      expect(items.find(({ value }) => value === 'A01A01')?.values, route).toEqual({
        kind: expect.stringMatching(/^第.+类$/),
      })
    }
  })

  it('filter a registered table by values of its declared columns, as bound parameters only', async () => {
    const code = encodeURIComponent('sys_depart,depart_name,org_code')
    const ask = (where: unknown) =>
      get(`/sys/dict/getDictItems/${code}?where=${encodeURIComponent(JSON.stringify(where))}`)
    expect((await ask({ code: 'A01A01' })).result).toMatchObject([{ value: 'A01A01', text: '采编部' }])
    expect((await ask({ code: "A01A01' or '1'='1" })).result).toEqual([])
    for (const where of [
      { depart_name: '采编部' },
      { constructor: '' },
      [],
      'x',
      { code: {} },
      { code: '\u0000' },
    ])
      expect(await ask(where)).toMatchObject({ code: 400, success: false })
    expect(await get('/sys/dict/getDictItems/unit?where={"a":1}')).toMatchObject({ code: 400 })
  })

  it('search a registered table, with wildcards in the keyword as literal characters', async () => {
    const code = encodeURIComponent('sys_depart,depart_name,org_code')
    const found = await get(`/sys/dict/loadDict/${code}?keyword=${encodeURIComponent('编')}`)
    expect(found.result).toEqual([{ value: 'A01A01', text: '采编部', title: '采编部' }])
    expect((await get(`/sys/dict/loadDict/${code}?keyword=%25`)).result).toEqual([])
    expect((await get(`/sys/dict/loadDictItem/${code}?key=A01A02,XX,A01A01`)).result).toEqual([
      '典藏部',
      '采编部',
    ])
  })

  it('empty the cache for the product’s own pages only: another site cannot send a browser there', async () => {
    const clear = (from?: string) =>
      server.call('GET', '/sys/dict/refleshCache', { token, headers: from ? { 'sec-fetch-site': from } : {} })
    for (const from of ['same-origin', 'none', undefined]) expect((await clear(from)).status).toBe(200)
    for (const from of ['cross-site', 'same-site']) expect((await clear(from)).status).toBe(403)
    expect((await get('/sys/dict/queryAllDictItems')).result).toHaveProperty('unit')
  })

  it('prefer the items in the database to shipped ones, on every instance', async () => {
    const { db, dictionaries } = server.services
    await db.app.insertInto('sys_dict').values({ id: '1', dict_code: 'unit', dict_name: '单位' }).execute()
    await db.app
      .insertInto('sys_dict_item')
      .values({ id: '1', dict_id: '1', item_text: '卷', item_value: 'j' })
      .execute()
    await dictionaries.changed()
    expect((await get('/sys/dict/getDictItems/unit')).result).toEqual([
      { value: 'j', text: '卷', title: '卷' },
    ])
  })
})

describe('categories', () => {
  it('answer one level, a whole tree, and the texts of ids', async () => {
    const level = await get('/sys/category/loadTreeRoot?async=true&pcode=B01')
    expect(level.result).toMatchObject([
      { key: 'B01A01', title: '通志', name: '通志', leaf: false, parentId: 'B01', children: null },
    ])
    const tree = await get('/sys/category/loadTreeRoot?async=false&pcode=0')
    expect(tree.result).toMatchObject([
      { key: 'B01', children: [{ key: 'B01A01', children: [{ key: 'B01A01A01', leaf: true }] }] },
    ])
    expect((await get('/sys/category/loadTreeChildren?pid=B01A01')).result).toMatchObject([
      { key: 'B01A01A01' },
    ])
    expect((await get('/sys/category/loadDictItem?ids=B01A01,B99')).result).toEqual(['通志'])
    expect((await get('/sys/category/loadOne?field=code&val=B01A01')).result).toMatchObject({
      id: 'B01A01',
      pid: 'B01',
    })
  })

  it('name the code that does not exist, and refuse a field that is neither id nor code', async () => {
    expect(await get('/sys/category/loadTreeRoot?pcode=X9')).toMatchObject({
      code: 500,
      message: '该编码【X9】不存在，请核实!',
    })
    expect(await get('/sys/category/loadOne?field=name&val=x')).toMatchObject({ code: 400 })
  })
})

describe('the unique check', () => {
  it('answers for registered pairs only, and accepts a record’s own value', async () => {
    server.services.uniqueChecks.set(uniqueKey('depart', 'departName'), {
      table: 'sys_depart',
      column: 'depart_name',
      type: { type: 'varchar', length: 100 },
      softDelete: false,
      codes: ['shop:thing:list'],
    })
    const ask = (more: string) => get(`/sys/duplicate/check?fieldVal=${encodeURIComponent('采编部')}&${more}`)
    expect((await ask('tableName=depart&fieldName=departName')).code).toBe(400)
    token = await server.enter('admin')
    expect((await ask('tableName=depart&fieldName=departName')).message).toBe('该值不可用，系统中已存在！')
    expect((await ask('tableName=depart&fieldName=departName&dataId=A01A01')).message).toBe('该值可用！')
    expect((await ask('tableName=sys_user&fieldName=password')).code).toBe(400)
  })
})

describe('a rule code', () => {
  const ask = (code: string, value: string) =>
    get(`/sys/checkRule/checkByCode?ruleCode=${code}&value=${encodeURIComponent(encodeURIComponent(value))}`)

  it('receives the value URL-encoded, and names the invalid part of it', async () => {
    expect(await ask('common', 'A01')).toMatchObject({
      success: true,
      result: null,
    })
    const reply = await ask('common', '9甲%')
    expect(reply).toMatchObject({ success: false, code: 500, message: '第一位只能是字母' })
    expect(reply.result).toMatchObject({ beginIndex: 0, endIndex: 1, checkValue: '9', passed: false })
    expect((await ask('common', 'A甲%')).result).toMatchObject({ checkValue: 'A甲%' })
  })

  it('is reported when it does not exist, and accepts an empty value', async () => {
    expect((await ask('nowhere', 'a')).message).toBe('该编码不存在')
    expect((await ask('common', '')).success).toBe(true)
  })
})
