import { expect, test } from '@playwright/test'
import { bill, bills, books, type Client, row, shared } from './api.ts'
import { passwords } from './server.ts'

let api: Client
test.beforeAll(() => {
  api = shared()
})

const readTotal = async (query: string, as = 'clerk'): Promise<number> => {
  const { body } = await api.get(as, `${books}/list?${query}`)
  expect(body.code, body.message).toBe(200)
  return body.result.total
}
const add = async (as: string, more = {}) => {
  const { body } = await api.post(as, `${bills}/add`, bill(more))
  expect(body.message).toBe('添加成功！')
  return body.result
}
const read = async (as: string, id: string) => (await api.get(as, `${bills}/queryById?id=${id}`)).body.result

test('sign-in needs a name and a password only, and ignores other keys of the contract', async () => {
  const more = { captcha: '', checkKey: 1700000000, remember_me: true, loginOrgCode: 'A01' }
  const { body } = await api.send('POST', '/sys/login', {
    body: { username: 'clerk', password: passwords.demo, ...more },
    prefix: '',
  })
  expect(body).toMatchObject({ success: true, code: 200, message: '登录成功' })
  expect(Object.keys(body.result)).toEqual(
    expect.arrayContaining(['token', 'userInfo', 'departs', 'multi_depart', 'sysAllDictItems']),
  )
  expect(JSON.stringify(body.result.userInfo)).not.toMatch(/argon|"password"/)
  const own = await api.send('GET', '/sys/user/getCurrentUserDeparts', {
    headers: { 'X-Access-Token': body.result.token },
  })
  expect(own.body.result).toMatchObject({ orgCode: 'A01A01', list: [{ orgCode: 'A01A01' }] })
  await api.send('POST', '/sys/logout', { headers: { 'X-Access-Token': body.result.token } })
  const after = await api.send('GET', '/schema/index', { headers: { 'X-Access-Token': body.result.token } })
  expect(after.status).toBe(401)
})

test('menu and permission codes match the roles of the demo users', async () => {
  const lists = async (as: string) =>
    (await api.get(as, '/sys/permission/getUserPermissionByToken')).body.result
  const clerk = await lists('clerk')
  const node = clerk.menu
    .flatMap((group: { children?: unknown[] }) => group.children ?? [])
    .find((entry: { path: string }) => entry.path === '/stock/in-bill')
  expect(node).toMatchObject({
    component: 'stock/in-bill',
    route: '1',
    meta: { title: '入库单', keepAlive: true, internalOrExternal: false },
  })
  const codes = (auth: { action: string }[]) => auth.map((entry) => entry.action)
  const all = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'export']
  for (const perm of ['stock:in', 'catalog:gazetteer'])
    expect(codes(clerk.auth)).toEqual(expect.arrayContaining(all.map((word) => `${perm}:${word}`)))
  expect(codes(clerk.auth)).not.toContain('stock:in:audit')
  expect(codes(clerk.auth)).not.toContain('stock:in:unaudit')
  expect(clerk.allAuth.find((entry: { action: string }) => entry.action === 'stock:in:audit')).toEqual({
    action: 'stock:in:audit',
    type: '1',
    describe: '审核',
    status: '1',
  })
  const reader = codes((await lists('reader')).auth)
  expect(reader).toEqual(
    expect.arrayContaining(['stock:in:list', 'stock:in:detail', 'catalog:gazetteer:list']),
  )
  for (const word of ['add', 'edit', 'delete', 'price']) expect(reader).not.toContain(`stock:in:${word}`)
})

test('routes answer with and without the prefix, and refusals keep the envelope', async () => {
  for (const prefix of ['', '/jeecg-boot']) {
    const page = await api.send('GET', `${bills}/list?pageSize=1`, { as: 'clerk', prefix })
    expect(Object.keys(page.body).sort()).toEqual(['code', 'message', 'result', 'success', 'timestamp'])
    expect(Object.keys(page.body.result).sort()).toEqual([
      'current',
      'hitCount',
      'optimizeCountSql',
      'orders',
      'pages',
      'records',
      'searchCount',
      'size',
      'total',
    ])
    const stranger = await api.send('GET', `${bills}/list`, { prefix })
    expect(stranger.status).toBe(401)
    expect(stranger.body).toMatchObject({ success: false, code: 401, message: 'Token失效，请重新登录' })
    const nowhere = await api.send('GET', '/sys/nothing', { as: 'clerk', prefix })
    expect(nowhere.status).toBe(404)
    expect(nowhere.body).toMatchObject({
      success: false,
      code: 404,
      message: '路径不存在，请检查路径是否正确',
    })
    const method = await api.send('GET', '/sys/login', { prefix })
    expect(method.body).toMatchObject({
      success: false,
      code: 405,
      message: '不支持GET请求方法，支持以下POST、',
    })
  }
  const denied = await api.post('reader', `${bills}/add`, bill())
  expect(denied.status).toBe(403)
  expect(denied.body).toMatchObject({
    success: false,
    code: 403,
    message: '拒绝访问',
    result: { action: '新增', code: 'stock:in:add', ask: expect.any(String) },
  })
  expect((await api.get('admin', '/resource/stock/nothing/list')).status).toBe(404)
})

const language: [query: string, total: (all: number) => number | 'some' | 'none'][] = [
  ['ftitle=*府志*', () => 'some'],
  ['ftitle=*府志', () => 'some'],
  ['ftitle=（*', () => 'some'],
  ['ftitle=府志', () => 'none'],
  ['ftitle=*%25*', () => 'none'],
  ['ftitle=*', (all) => all],
  ['ftitle=!府志', (all) => all],
  ['fkind_dictText=x&field=id,,ftitle&_t=1', (all) => all],
]

test('list filters follow the query language', async () => {
  const all = await readTotal('')
  for (const [query, wanted] of language) {
    const total = await readTotal(encodeURI(query).replaceAll('%25', '%'))
    const want = wanted(all)
    if (want === 'some') expect(total, query).toBeGreaterThan(0)
    else expect(total, query).toBe(want === 'none' ? 0 : want)
    if (want === 'some') expect(total, query).toBeLessThan(all)
  }
  const begins = await readTotal('fvolumes_begin=100')
  expect(begins).toBeGreaterThan(0)
  for (const query of ['fvolumes=%3E%3D100', 'fvolumes=%3E%3D%20100', 'fvolumes=ge%20100'])
    expect(await readTotal(query)).toBe(begins)
  expect(await readTotal('fvolumes_end=99')).toBe(all - begins)
  expect(await readTotal('fvolumes=%3C100')).toBe(all - begins)
  const kinds = (await readTotal(encodeURI('fkind=府志'))) + (await readTotal(encodeURI('fkind=州志')))
  expect(await readTotal(encodeURI('fkind=府志,州志'))).toBe(kinds)
  expect(await readTotal(encodeURI('fkind_MultiString=府志,州志'))).toBe(kinds)
  const words = [
    { field: 'fkind', rule: 'eq', val: '府志' },
    { field: 'fkind', rule: '=', val: '州志', type: 'select', dbType: 'string' },
  ]
  const twice = encodeURIComponent(encodeURI(JSON.stringify(words)))
  expect(await readTotal(`superQueryParams=${twice}&superQueryMatchType=or`)).toBe(kinds)
  expect(await readTotal(`superQueryParams=${twice}`)).toBe(0)
})

test('lists sort by the fields of the document and clamp page numbers', async () => {
  // Other tests add books of few volumes: the shipped ones of many are a single page.
  const volumes = async (order: string): Promise<number[]> =>
    (
      await api.get('clerk', `${books}/list?column=fvolumes&order=${order}&pageSize=200&fvolumes_begin=50`)
    ).body.result.records.map((record: { fvolumes: number }) => record.fvolumes)
  const up = await volumes('asc')
  expect(up).toEqual([...up].sort((a, b) => a - b))
  expect(await volumes('ascend')).toEqual(up)
  expect(await volumes('desc')).toEqual([...up].reverse())
  const size = async (query: string) => (await api.get('clerk', `${books}/list?${query}`)).body.result
  expect(await size('pageSize=0')).toMatchObject({ size: 1, current: 1 })
  expect((await size('pageSize=100000')).records.length).toBeLessThanOrEqual(200)
  expect(await size('pageNo=-3')).toMatchObject({ current: 1 })
  const [first] = (await api.get('clerk', `${bills}/list`)).body.result.records
  expect(first).toMatchObject({ id: expect.any(String), rev: expect.any(Number) })
  expect(first).not.toHaveProperty('items')
})

test('a saved bill is recomputed, numbered and returned whole', async () => {
  const saved = await add('clerk', {
    items: [row({ famount: 9999 }), row({ fnum: 3 })],
    ftotalamount: 1,
    fstates: '已审核',
    fbillno: 'X',
  })
  expect(saved).toMatchObject({
    rev: 1,
    createBy: 'clerk',
    fsumnum: 5,
    ftotalamount: 52.5,
    fstates: '待审核',
  })
  expect(saved.fbillno).toMatch(/^RK\d{12}$/)
  // 21 / (13 / 100 + 1) = 18.584…
  expect(saved.items).toMatchObject([
    { rev: 1, famount: 21, fwsamount: 18.58 },
    { rev: 1, famount: 31.5 },
  ])
  // A screen that others lead to says whether the record has a chain. What was returned is counted after the answer.
  expect(await read('clerk', saved.id)).toEqual({
    ...saved,
    items: (saved.items as object[]).map((item) => ({ ...item, toReturnDone: 0 })),
    has_chain_links: ['/items/forderrow', '/items/toReturnClosed'],
  })
})

test('an edit changes only the sent fields, and a stale edit returns the current record', async () => {
  const saved = await add('clerk', { fremark: '旧', items: [row(), row({ fnum: 3 }), row({ fnum: 4 })] })
  const [a, b, c] = saved.items
  const edit = (body: object) => api.put('clerk', `${bills}/edit`, { id: saved.id, ...body })
  const { body } = await edit({
    rev: 1,
    items: { added: [row({ fnum: 7 })], changed: [{ id: b.id, rev: b.rev, fnum: 5 }], removed: [a.id] },
  })
  expect(body).toMatchObject({
    success: true,
    code: 200,
    message: '修改成功！',
    result: { rev: 2, fremark: '旧', fsumnum: 16 },
  })
  expect(body.result.items.map((entry: { id: string }) => entry.id).slice(0, 2)).toEqual([b.id, c.id])
  expect(body.result.items[0]).toMatchObject({ fnum: 5, famount: 52.5, createTime: b.createTime })
  const stale = await edit({ rev: 1, fremark: '迟' })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    success: false,
    code: 409,
    message: '数据已被他人修改，请刷新后重试',
    result: { current: { id: saved.id, rev: 2, fremark: '旧' } },
  })
  expect((await edit({ fremark: null })).body.result).toMatchObject({ rev: 3, fremark: null })
})

test('two requests with one idempotency key create one record', async () => {
  const key = `key-${Date.now()}`
  const send = (more: object, as = 'clerk') =>
    api.post(as, `${bills}/add`, bill(more), { 'Idempotency-Key': key })
  const answers = await Promise.all(Array.from({ length: 6 }, () => send({ fremark: key })))
  expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
  expect((await api.get('clerk', `${bills}/list?fremark=${key}`)).body.result.total).toBe(1)
  expect((await send({ fremark: 'another' })).status).toBe(400)
  expect((await send({ fremark: key }, 'admin')).body.result.id).not.toBe(answers[0]?.body.result.id)
})

test('a move changes all records and the stock, or none', async () => {
  const spid = `goods-${Date.now()}`
  const [one, two] = [
    await add('clerk', { items: [row({ spid })] }),
    await add('clerk', { items: [row({ spid, fnum: 3 })] }),
  ]
  const move = (as: string, code: string, ids: string) => api.post(as, `${bills}/move/${code}`, { ids })
  const stock = async () =>
    (await api.post('clerk', '/system/btgOrder/getspinfobefore', { spid })).body.result
  expect((await move('clerk', 'audit', one.id)).status).toBe(403)
  expect((await move('admin', 'audit', `${one.id},`)).body).toMatchObject({
    success: true,
    code: 200,
    result: { count: 1 },
  })
  expect(await stock()).toEqual({ fprice: 10.5, fkcnum: 2 })
  const refused = await move('admin', 'audit', `${two.id},${one.id}`)
  expect(refused.status).toBe(200)
  expect(refused.body).toMatchObject({
    success: false,
    code: 500,
    message: '选中数据有已审核数据，单据无法提交！',
  })
  expect(await read('clerk', two.id)).toMatchObject({ fstates: '待审核' })
  expect(await stock()).toMatchObject({ fkcnum: 2 })
  expect((await api.put('clerk', `${bills}/edit`, { id: one.id, fremark: 'x' })).body).toMatchObject({
    success: false,
    code: 500,
  })
  expect(
    (await api.send('DELETE', `${bills}/deleteBatch?ids=${two.id},${one.id}`, { as: 'clerk' })).body.success,
  ).toBe(false)
  expect(await read('clerk', two.id)).not.toBeNull()
  expect((await move('admin', 'unaudit', one.id)).body.success).toBe(true)
  expect(await stock()).toMatchObject({ fkcnum: 0 })
  expect((await api.send('DELETE', `${bills}/delete?id=${one.id}`, { as: 'clerk' })).body.message).toBe(
    '删除成功!',
  )
})

test('dictionaries, categories, unique check and upload follow the contract', async () => {
  const get = async (path: string) => (await api.get('clerk', path)).body
  expect((await get('/sys/dict/getDictItems/bill_state')).result[0]).toEqual({
    value: '待审核',
    text: '待审核',
    title: '待审核',
  })
  expect((await get('/sys/dict/loadDictItem/stk_warehouse?key=CK02,none')).result).toEqual(['修复材料库'])
  const [root] = (await get('/sys/category/loadTreeRoot?async=true&pcode=B01')).result
  expect(root).toEqual({
    key: 'B01A01',
    value: 'B01A01',
    title: '历代方志',
    name: '历代方志',
    code: 'B01A01',
    parentId: 'B01',
    icon: null,
    leaf: false,
    children: null,
  })
  expect(
    (await get('/sys/category/loadTreeRoot?async=false&pcode=B01')).result[0].children.length,
  ).toBeGreaterThan(1)
  expect((await get('/sys/category/loadTreeRoot?pcode=ZZ')).message).toBe('该编码【ZZ】不存在，请核实!')
  expect((await get('/sys/category/loadDictItem/?ids=B01A01')).result).toEqual(['历代方志'])
  const [book] = (await get(`${books}/list`)).result.records
  const taken = `/sys/duplicate/check?tableName=lib_gazetteer&fieldName=fcallno&fieldVal=${encodeURIComponent(book.fcallno)}`
  expect(await get(taken)).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
  expect(await get(`${taken}&dataId=${book.id}`)).toMatchObject({ success: true, message: '该值可用！' })
  const form = new FormData()
  form.append('file', new Blob([Buffer.from('第一行')]), '说明.txt')
  form.append('biz', 'temp')
  const sent = await fetch(`${api.base}/sys/common/upload`, {
    method: 'POST',
    body: form,
    headers: { 'X-Access-Token': await api.token('clerk') },
  })
  const { success, message } = await sent.json()
  expect(success).toBe(true)
  expect(message).toMatch(/^temp\/[0-9a-f]{32}\.txt$/)
  const file = await fetch(`${api.base}/jeecg-boot/sys/common/static/${message}`)
  expect(await file.text()).toBe('第一行')
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('说明.txt'))
})
