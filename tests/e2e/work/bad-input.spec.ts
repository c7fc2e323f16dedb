import { expect, test } from '@playwright/test'
import { bill, bills, books, type Client, row, shared } from '../api.ts'

let api: Client
test.beforeAll(() => {
  api = shared()
})

const total = async (): Promise<number> =>
  (await api.get('admin', `${bills}/list?pageSize=1`)).body.result.total

test('sign-in gives the same refusal for a wrong password and an unknown name, and 400 for a broken body', async () => {
  const login = (body: unknown) => api.send('POST', '/sys/login', { body })
  const wrong = await login({ username: 'reader', password: 'wrong' })
  expect(wrong.status).toBe(200)
  expect(wrong.body).toMatchObject({ success: false, code: 500, message: '用户名或密码错误', result: null })
  expect((await login({ username: 'nobody', password: 'wrong' })).body.message).toBe(wrong.body.message)
  expect((await login({ username: 'reader' })).body).toMatchObject({
    code: 400,
    message: '参数无效：password',
  })
  expect((await login({ username: 'reader', password: { $ne: '' } })).status).toBe(400)
  const broken = await api.send('POST', '/sys/login', { text: '{"username"' })
  expect(broken.status).toBe(400)
  expect(broken.body).toMatchObject({ success: false, code: 400, message: '请求格式不正确' })
})

test('an unknown token is refused on every route', async () => {
  for (const token of ['', 'x', 'x'.repeat(43), "' or 1=1 --", '__proto__']) {
    const { status, body } = await api.send('GET', '/schema/index', { headers: { 'X-Access-Token': token } })
    expect(status, token).toBe(401)
    expect(body).toMatchObject({ success: false, code: 401, message: 'Token失效，请重新登录' })
  }
})

test('a record of another department gets the same answer as a missing record', async () => {
  const own = (await api.post('clerk', `${bills}/add`, bill())).body.result
  const other = (await api.post('admin', `${bills}/add`, bill())).body.result
  const missing = { success: false, code: 500, message: '未找到对应实体', result: null }
  for (const id of [other.id, 'nothing']) {
    expect((await api.get('clerk', `${bills}/queryById?id=${id}`)).body).toMatchObject(missing)
    expect((await api.put('clerk', `${bills}/edit`, { id, fremark: 'x' })).body).toMatchObject(missing)
    for (const path of [`delete?id=${id}`, `deleteBatch?ids=${own.id},${id}`])
      expect((await api.send('DELETE', `${bills}/${path}`, { as: 'clerk' })).body).toMatchObject(missing)
  }
  expect((await api.get('clerk', `${bills}/list?id=${other.id}`)).body.result.total).toBe(0)
  expect((await api.get('clerk', `${bills}/queryById?id=${own.id}`)).body.success).toBe(true)
})

const queries: [query: string, key: string][] = [
  ['nope=1', 'nope'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['items=1', 'items'],
  ['items.fprice=1', 'items.fprice'],
  ['del_flag=1', 'del_flag'],
  ['fremark=a&fremark=b', 'fremark'],
  ['pageNo=1&pageNo=2', 'pageNo'],
  ['pageSize=ten', 'pageSize'],
  ['column=nope&order=asc', 'column'],
  ['column=fdate;drop table stk_in_bill&order=asc', 'column'],
  ['column=(select 1)&order=asc', 'column'],
  ['column=items&order=asc', 'column'],
  ['column=__proto__&order=asc', 'column'],
  ['column=fdate&order=sideways', 'order'],
  ['fdate=2026-02-30', 'fdate'],
  ['fdate_begin=today', 'fdate_begin'],
  ['ftotalamount=many', 'ftotalamount'],
  ['superQueryParams=[', 'superQueryParams'],
  ['superQueryParams={}', 'superQueryParams'],
  ['superQueryParams=[{"field":"nope","rule":"eq","val":"1"}]', 'superQueryParams'],
  ['superQueryParams=[{"field":"__proto__","rule":"eq","val":"1"}]', 'superQueryParams'],
  ['superQueryParams=[{"field":"fremark","rule":"USE_SQL_RULES","val":"1=1"}]', 'superQueryParams'],
  ['superQueryParams=[{"field":"fdate","rule":"eq","val":"never"}]', 'superQueryParams'],
  ['superQueryMatchType=xor', 'superQueryMatchType'],
]

test('a list request with an invalid parameter is refused with the name of the parameter', async () => {
  for (const [query, key] of queries) {
    const { status, body } = await api.get('clerk', `${bills}/list?${encodeURI(query)}`)
    expect(status, query).toBe(400)
    expect(body, query).toMatchObject({ success: false, code: 400, message: `参数无效：${key}` })
  }
  for (const path of ['queryById', 'queryById?id=a&id=b', "queryById?id='", 'queryById?id=1&x=1'])
    expect((await api.get('clerk', `${bills}/${path}`)).status, path).toBe(400)
})

test('hostile texts are compared as plain texts', async () => {
  for (const text of [
    "*' or '1'='1*",
    '*\\*',
    '*%*',
    '*_*',
    "x'; drop table lib_gazetteer; --",
    `${'9'.repeat(40)}`,
  ]) {
    const { body } = await api.get('clerk', `${books}/list?ftitle=${encodeURIComponent(text)}`)
    expect(body, text).toMatchObject({ code: 200, result: { total: 0 } })
  }
  const huge = await api.get('clerk', `${books}/list?fvolumes=${'9'.repeat(40)}`)
  expect(huge.body).toMatchObject({ code: 200, result: { total: 0 } })
})

const values: [what: string, body: object, paths: string[]][] = [
  ['40 digits as text', bill({ items: [row({ fnum: '1'.repeat(40) })] }), ['/items/0/fnum']],
  ['a negative quantity in the second row', bill({ items: [row(), row({ fnum: -1 })] }), ['/items/1/fnum']],
  ['words for a number', bill({ items: [row({ fnum: 'many' })] }), ['/items/0/fnum']],
  ['too many decimals', bill({ items: [row({ fprice: 1.23456 })] }), ['/items/0/fprice']],
  ['a day that is none', bill({ fdate: '2026-02-30' }), ['/fdate']],
  ['a number for a day', bill({ fdate: 20261121 }), ['/fdate']],
  ['an unknown dictionary value', bill({ fwarehouse: 'nowhere' }), ['/fwarehouse']],
  ['an unknown dictionary value in a row', bill({ items: [row({ funit: 'nothing' })] }), ['/items/0/funit']],
  ['a tax rate that is none', bill({ items: [row({ ftaxrate: 99 })] }), ['/items/0/ftaxrate']],
  ['a wrong telephone', bill({ ftel: '123' }), ['/ftel']],
  ['a text too long', bill({ fremark: '长'.repeat(201) }), ['/fremark']],
  ['a character no database keeps', bill({ fremark: 'a\u0000b' }), ['/fremark']],
  ['half a character', bill({ fremark: 'a\ud800b' }), ['/fremark']],
  ['an object for a text', bill({ fremark: { a: 1 } }), ['/fremark']],
  ['a list for a choice', bill({ fwarehouse: ['CK01'] }), ['/fwarehouse']],
  ['no rows', bill({ items: [] }), ['/items']],
  ['a delta in a new record', bill({ items: { added: [row()] } }), ['/items']],
  ['a row that is none', bill({ items: [null] }), ['/items']],
  ['a key too many', bill({ nope: 1 }), ['/nope']],
  ['a key too many in a row', bill({ items: [row(), row({ nope: 1 })] }), ['/items/1/nope']],
  ['nothing at all', {}, ['/fwarehouse', '/items']],
]

test('a save with bad values reports each value at its path and stores nothing', async () => {
  const before = await total()
  for (const [what, body, paths] of values) {
    const reply = await api.post('clerk', `${bills}/add`, body)
    expect(reply.status, what).toBe(400)
    expect(reply.body, what).toMatchObject({
      success: false,
      code: 400,
      message: expect.stringMatching(/\S/),
    })
    const { problems } = reply.body.result
    expect(
      problems.map((problem: { path: string }) => problem.path),
      what,
    ).toEqual(paths)
    for (const problem of problems)
      expect(problem, what).toMatchObject({
        code: expect.any(String),
        text: expect.stringMatching(/[一-鿿]/),
      })
  }
  expect(await total()).toBe(before)
})

test('bodies with prototype keys or without an object change nothing', async () => {
  const before = await total()
  const bodies = [
    '{"__proto__":{"fwarehouse":"CK01"},"fdate":"2026-11-21"}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"fdate":"2026-11-21","fwarehouse":"CK01","items":[{"__proto__":{"fnum":1},"fspmc":"x"}]}',
    '{"fdate":"2026-11-21","fwarehouse":"CK01","items":[{"fspmc":"x","fnum":1111111111111111111111111111111111111111}]}',
    '[]',
    'null',
    '"x"',
    '',
    '{"fdate":NaN}',
  ]
  for (const text of bodies) {
    const { status, body } = await api.send('POST', `${bills}/add`, { as: 'clerk', text })
    expect(status, text).toBe(400)
    expect(body, text).toMatchObject({ success: false, code: 400 })
  }
  expect(await total()).toBe(before)
  expect(({} as Record<string, unknown>).fwarehouse).toBeUndefined()
})

test('fields that the server sets keep the server’s value when a client sends another', async () => {
  const lies = {
    id: '1',
    rev: 9,
    createBy: 'x',
    createTime: '2020-01-01 00:00:00',
    sysOrgCode: 'A01A03',
    fauditor: 'x',
  }
  const { result } = (await api.post('clerk', `${bills}/add`, bill(lies))).body
  expect(result).toMatchObject({ rev: 1, createBy: 'clerk', sysOrgCode: 'A01A01', fauditor: null })
  expect(result.id).not.toBe('1')
  await api.put('clerk', `${bills}/edit`, { id: result.id, fstates: '已审核', ftotalamount: 1, fbillno: 'X' })
  const kept = (await api.get('clerk', `${bills}/queryById?id=${result.id}`)).body.result
  expect(kept).toMatchObject({ fstates: '待审核', ftotalamount: 21, fbillno: result.fbillno })
})

test('an edit with rows of another bill, plain lists or emptied details is refused', async () => {
  const [one, two] = [
    (await api.post('clerk', `${bills}/add`, bill())).body.result,
    (await api.post('clerk', `${bills}/add`, bill())).body.result,
  ]
  const edits: [items: unknown, path: string][] = [
    [[row()], '/items'],
    [{ removed: [two.items[0].id] }, '/items/removed/0'],
    [{ changed: [{ id: two.items[0].id, fnum: 9 }] }, '/items/changed/0'],
    [{ removed: [one.items[0].id] }, '/items'],
    [{ changed: [{ fnum: 9 }] }, '/items'],
    [{ added: [row({ nope: 1 })] }, '/items/added/0/nope'],
    [{ adddd: [] }, '/items/adddd'],
    [{ changed: [{ id: one.items[0].id, fnum: 0 }] }, '/items/0/fnum'],
  ]
  for (const [items, path] of edits) {
    const { status, body } = await api.put('clerk', `${bills}/edit`, { id: one.id, items })
    expect(status, JSON.stringify(items)).toBe(400)
    expect(body.result.problems[0].path).toBe(path)
  }
  for (const { id, items } of [one, two])
    expect((await api.get('clerk', `${bills}/queryById?id=${id}`)).body.result).toMatchObject({
      rev: 1,
      items,
    })
})

test('idempotency keys and id lists with a wrong format are refused', async () => {
  const before = await total()
  for (const key of ['short', 'x'.repeat(65), 'with blank', 'semi;colon'])
    expect((await api.post('clerk', `${bills}/add`, bill(), { 'Idempotency-Key': key })).status, key).toBe(
      400,
    )
  expect(await total()).toBe(before)
  const move = async (body: unknown) => (await api.post('admin', `${bills}/move/audit`, body)).body
  expect(await move({ ids: '' })).toMatchObject({ success: false, message: '参数不识别！' })
  for (const body of [{ ids: ['a'] }, { ids: 1 }, { ids: "a' or 1=1" }, { ids: 'a', x: 1 }])
    expect(await move(body), JSON.stringify(body)).toMatchObject({ success: false, code: 400 })
  expect((await api.post('admin', `${bills}/move/nothing`, { ids: 'a' })).status).toBe(404)
})

test('look-ups of unregistered tables are refused', async () => {
  for (const code of ['nothing', '__proto__']) {
    const { body } = await api.get('clerk', `/sys/dict/getDictItems/${code}`)
    expect(body, code).toMatchObject({ success: true, result: [] })
  }
  for (const code of ['sys_user,username,password', 'sys_depart,depart_name,org_code,1=1']) {
    const { status, body } = await api.get('clerk', `/sys/dict/getDictItems/${encodeURIComponent(code)}`)
    expect(status, code).toBe(400)
    expect(body.message).toBe('参数无效：dictCode')
  }
  const check = '/sys/duplicate/check?tableName=sys_user&fieldName=password&fieldVal=x'
  expect((await api.get('clerk', check)).status).toBe(400)
})

test('uploads with a wrong content type or a foreign folder are refused', async () => {
  const upload = async (name: string, content: string, biz = 'temp') => {
    const form = new FormData()
    form.append('biz', biz)
    form.append('file', new Blob([content]), name)
    const headers = { 'X-Access-Token': await api.token('clerk') }
    return await (
      await fetch(`${api.base}/sys/common/upload`, { method: 'POST', body: form, headers })
    ).json()
  }
  for (const [name, content] of [
    ['a.html', '<script>'],
    ['a.svg', '<svg/>'],
    ['a.png', '<script>'],
    ['a.exe', 'MZ'],
  ] as const)
    expect(await upload(name, content), name).toMatchObject({
      success: false,
      code: 500,
      message: '文件类型不允许',
    })
  expect(await upload('a.txt', 'x', '../x')).toMatchObject({
    success: false,
    code: 400,
    message: '参数无效：biz',
  })
  for (const path of ['..%2f..%2fetc%2fpasswd', 'temp/none.png']) {
    expect((await fetch(`${api.base}/sys/common/static/${path}`)).status, path).toBe(404)
  }
})
