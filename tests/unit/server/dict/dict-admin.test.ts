import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'

const shipped = (name: string): unknown => JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))
const names = [
  'system/dict',
  'system/dict-item',
  'system/dict-recycle',
  'system/dict-uses',
  'dict/sex',
  'dict/dict-item-status',
]
const note = {
  version: 2,
  kind: 'screen',
  id: 'demo/label',
  title: '标签',
  perm: 'demo:label',
  table: { name: 'demo_label' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fcolor', title: '颜色', type: 'select', dictCode: 'label_color' },
  ],
}
const colors = {
  version: 2,
  kind: 'dict',
  id: 'dict/label-color',
  title: '标签颜色',
  code: 'label_color',
  items: [{ value: 'blue', text: '蓝' }],
}
const labels = {
  ...{ version: 2, kind: 'dict', id: 'dict/labels', title: '标签', code: 'labels' },
  source: { screen: 'demo/label', text: 'fname', value: 'id' },
}
const files = {
  'dict/labels.json': labels,
  'dict/label-color.json': colors,
  ...Object.fromEntries(names.map((name) => [`${name}.json`, shipped(name)])),
  'demo/label.json': note,
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, { clerk: ['demo:label:list'] })
})
afterAll(() => server?.close())

const admin = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  call = {},
  who: Person = 'admin',
) => (await server.call(who, method, `/jeecg-boot${url}`, call)).body

async function addDict(dictCode: string): Promise<string> {
  await admin('POST', '/sys/dict/add', { body: { dictName: '标签颜色', dictCode } })
  const { result } = await admin('GET', '/sys/dict/list', { query: { dictCode } })
  return result.records[0].id
}

it('a dictionary is added, listed, edited and checked by the contract', async () => {
  const dictCode = 'paper_size'
  expect(
    await admin('POST', '/sys/dict/add', { body: { dictName: '纸张', dictCode, description: null } }),
  ).toMatchObject({ success: true, code: 200, message: '保存成功！' })
  const { result } = await admin('GET', '/sys/dict/list', { query: { dictCode: '*paper*' } })
  expect(result).toMatchObject({ total: 1, records: [{ dictName: '纸张', dictCode, type: 0, origin: null }] })
  const { id } = result.records[0]
  expect(await admin('PUT', '/sys/dict/edit', { body: { id, description: '常用' } })).toMatchObject({
    success: true,
    message: '编辑成功!',
    result: { dictName: '纸张', description: '常用' },
  })
  const item = { dictId: id, itemText: 'A4', itemValue: 'a4', sortOrder: 2, status: 1 }
  expect(await admin('POST', '/sys/dictItem/add', { body: item })).toMatchObject({ message: '保存成功！' })
  expect(
    await admin('GET', '/sys/dictItem/dictItemCheck', { query: { dictId: id, itemValue: 'a4' } }),
  ).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
  expect(
    await admin('GET', '/sys/dictItem/dictItemCheck', { query: { dictId: id, itemValue: 'a5' } }),
  ).toMatchObject({ success: true, message: '该值可用！' })
  expect(await admin('POST', '/sys/dictItem/add', { body: item })).toMatchObject({ success: false })
  expect((await admin('GET', '/sys/dictItem/list', { query: { dictId: id } })).result.records).toMatchObject([
    { itemText: 'A4', itemValue: 'a4', status_dictText: '启用' },
  ])
  expect((await admin('GET', '/sys/dict/getDictItems/paper_size')).result).toMatchObject([
    { value: 'a4', text: 'A4' },
  ])
  expect((await admin('GET', '/sys/dict/getDictText/paper_size/a4')).result).toBe('A4')
})

function recordFrames(): unknown[] {
  const frames: unknown[] = []
  const { tell } = server.services.live
  server.services.live.tell = (frame, users) => {
    frames.push(frame)
    tell(frame, users)
  }
  onTestFinished(() => {
    server.services.live.tell = tell
  })
  return frames
}

it('every page receives a frame with the code when an item changes', async () => {
  const id = await addDict('frame_color')
  const frames = recordFrames()
  await admin('POST', '/sys/dictItem/add', { body: { dictId: id, itemText: '红', itemValue: 'red' } })
  await expect.poll(() => frames).toContainEqual({ cmd: 'dict', code: 'frame_color' })
})

it('every page receives a frame with the code of a dictionary when a record of its table changes', async () => {
  const frames = recordFrames()
  for (const fname of ['甲', '乙']) await admin('POST', '/resource/demo/label/add', { body: { fname } })
  await expect.poll(() => frames).toContainEqual({ cmd: 'dict', code: 'labels' })
  expect(frames.filter((frame) => JSON.stringify(frame).includes('dict'))).toHaveLength(1)
})

it('an item and a dictionary in use keep their values and name the number of records', async () => {
  const { result: list } = await admin('GET', '/sys/dict/list', { query: { dictCode: 'label_color' } })
  const { id } = list.records[0]
  await admin('PUT', '/sys/dict/takeOver', { body: { id } })
  const { result: label } = await admin('POST', '/resource/demo/label/add', {
    body: { fname: '一', fcolor: 'blue' },
  })
  expect(label.fcolor).toBe('blue')
  const { result } = await admin('GET', '/sys/dictItem/list', { query: { dictId: id } })
  const item = result.records[0].id
  expect(await admin('DELETE', '/sys/dictItem/delete', { query: { id: item } })).toMatchObject({
    success: false,
    message: '「蓝」正被 1 条记录使用，不能删除；可以改为不启用',
  })
  expect(await admin('PUT', '/sys/dictItem/edit', { body: { id: item, itemValue: 'navy' } })).toMatchObject({
    success: false,
    message: '「蓝」正被 1 条记录使用，不能修改数据值',
  })
  expect(await admin('PUT', '/sys/dictItem/edit', { body: { id: item, status: 0 } })).toMatchObject({
    success: true,
  })
  expect(await admin('DELETE', '/sys/dict/delete', { query: { id } })).toMatchObject({
    success: false,
    message: '「标签颜色」正被 1 条记录使用，不能删除：标签的颜色',
  })
  expect((await admin('GET', '/sys/dict/uses', { query: { dictCode: 'label_color' } })).result).toEqual([
    expect.objectContaining({ screen: 'demo/label', fieldTitle: '颜色', records: 1 }),
  ])
})

it('an item that is disabled still has its text, and is not offered any more', async () => {
  const dictId = await addDict('shelf_mark')
  for (const [itemValue, itemText] of [
    ['old', '旧架'],
    ['new', '新架'],
  ])
    await admin('POST', '/sys/dictItem/add', { body: { dictId, itemText, itemValue } })
  const { result } = await admin('GET', '/sys/dictItem/list', { query: { dictId, itemValue: 'old' } })
  await admin('PUT', '/sys/dictItem/edit', { body: { id: result.records[0].id, status: 0 } })
  const read = async (path: string, query = {}) => (await admin('GET', `/sys/dict/${path}`, { query })).result
  expect(await read('getDictItems/shelf_mark')).toEqual(
    expect.arrayContaining([
      { value: 'old', text: '旧架', title: '旧架', disabled: true },
      { value: 'new', text: '新架', title: '新架' },
    ]),
  )
  expect(await read('getDictText/shelf_mark/old')).toBe('旧架')
  expect(await read('loadDictItem/shelf_mark', { key: 'old' })).toEqual(['旧架'])
  const enabled = [{ value: 'new', text: '新架', title: '新架' }]
  expect((await read('queryAllDictItems')).shelf_mark).toEqual(enabled)
  expect(await read('loadDict/shelf_mark', { keyword: '架' })).toEqual(enabled)
  expect(await read('loadDictOrderByValue/shelf_mark', { keyword: 'old' })).toMatchObject([
    { value: 'old', text: '旧架' },
    { value: 'new' },
  ])
  expect(await server.services.dictionaries.matches('shelf_mark', new Set(['old', '新架']))).toEqual([
    { value: 'new', text: '新架' },
  ])
})

it('a dictionary of numbers takes numbers only', async () => {
  const dictId = await addDict('shelf_level')
  const add = (itemValue: string) =>
    admin('POST', '/sys/dictItem/add', { body: { dictId, itemText: '层', itemValue } })
  const setType = (type: number) => admin('PUT', '/sys/dict/edit', { body: { id: dictId, type } })
  await add('-1.5')
  await add('01')
  expect(await setType(1)).toMatchObject({
    success: false,
    message: '「层」的数据值「01」不是数字，请先修改，再把数据类型改为数字',
  })
  const { result } = await admin('GET', '/sys/dictItem/list', { query: { dictId, itemValue: '01' } })
  const edit = (itemValue: string) =>
    admin('PUT', '/sys/dictItem/edit', { body: { id: result.records[0].id, itemValue } })
  expect(await edit('1')).toMatchObject({ success: true })
  expect(await setType(1)).toMatchObject({ success: true })
  for (const value of ['甲', '1.0', 'Infinity', 'NaN'])
    expect((await add(value)).message).toBe(`数据值应为数字，「${value}」不是：这个字典的数据类型是数字`)
  expect((await edit('一')).message).toContain('数据值应为数字')
  expect((await add('20')).success).toBe(true)
  expect((await admin('GET', '/sys/dict/getDictItems/shelf_level')).result).toMatchObject([
    { value: -1.5 },
    { value: 1 },
    { value: 20 },
  ])
})

it('a deleted dictionary waits in the recycle bin until it is restored or purged', async () => {
  const id = await addDict('bin_color')
  await admin('POST', '/sys/dictItem/add', { body: { dictId: id, itemText: '灰', itemValue: 'gray' } })
  expect(await admin('DELETE', '/sys/dict/delete', { query: { id } })).toMatchObject({ message: '删除成功!' })
  const bin = async () => (await admin('GET', '/sys/dict/deleteList')).result as { id: string }[]
  expect((await bin()).map((row) => row.id)).toContain(id)
  expect(await admin('GET', '/sys/dict/getDictItems/bin_color')).toMatchObject({ success: true, result: [] })
  expect(
    await admin('POST', '/sys/dict/add', { body: { dictName: '再来', dictCode: 'bin_color' } }),
  ).toMatchObject({ success: false, message: '回收站里有编号为「bin_color」的字典，请先取回或彻底删除' })
  expect(await admin('PUT', `/sys/dict/back/${id}`)).toMatchObject({ message: '操作成功!' })
  expect((await admin('GET', '/sys/dict/getDictItems/bin_color')).result).toHaveLength(1)
  expect(await admin('DELETE', `/sys/dict/deletePhysic/${id}`)).toMatchObject({
    success: false,
    message: '删除失败!',
  })
  await admin('DELETE', '/sys/dict/deleteBatch', { query: { ids: `${id},` } })
  expect(await admin('DELETE', `/sys/dict/deletePhysic/${id}`)).toMatchObject({ message: '删除成功!' })
  expect(await admin('PUT', `/sys/dict/back/${id}`)).toMatchObject({ success: false, message: '操作失败!' })
})

it('several dictionaries are restored or purged together, all of them or none', async () => {
  const ids = [await addDict('first_bin'), await addDict('second_bin')].join(',')
  const bin = async () =>
    ((await admin('GET', '/sys/dict/deleteList')).result as { dictCode: string }[])
      .map(({ dictCode }) => dictCode)
      .filter((code) => code.endsWith('_bin'))
      .sort()
  const restore = (some: string) => admin('PUT', '/sys/dict/putRecycleBin', { body: { ids: some } })
  const purge = (some: string) => admin('DELETE', '/sys/dict/deleteRecycleBin', { query: { ids: some } })
  await admin('DELETE', '/sys/dict/deleteBatch', { query: { ids } })
  expect(await restore(`${ids},none`)).toMatchObject({ success: false, message: '操作失败!' })
  expect(await purge(`${ids},none`)).toMatchObject({ success: false, message: '删除失败!' })
  expect(await bin()).toEqual(['first_bin', 'second_bin'])
  expect(await restore(`${ids},`)).toMatchObject({ message: '操作成功!' })
  expect(await bin()).toEqual([])
  await admin('DELETE', '/sys/dict/deleteBatch', { query: { ids } })
  expect(await purge(ids)).toMatchObject({ message: '删除成功!' })
  expect(await restore(ids)).toMatchObject({ success: false, message: '操作失败!' })
})

it('a dictionary of a document is read-only until an administrator takes it over', async () => {
  const sex = async () =>
    (await admin('GET', '/sys/dict/list', { query: { dictCode: 'sex' } })).result.records[0]
  const { id, origin } = await sex()
  expect(origin).toBe('dict/sex')
  const items = (await admin('GET', '/sys/dictItem/list', { query: { dictId: id } })).result.records
  expect(items.map((item: { itemText: string }) => item.itemText)).toEqual(['男', '女'])
  const refusal = { success: false, message: '「性别」由文档 dict/sex 提供，不能修改；请先接管' }
  expect(await admin('PUT', '/sys/dict/edit', { body: { id, dictName: '别名' } })).toMatchObject(refusal)
  expect(await admin('DELETE', '/sys/dict/delete', { query: { id } })).toMatchObject(refusal)
  const secret = { dictId: id, itemText: '保密', itemValue: '9' }
  expect(await admin('POST', '/sys/dictItem/add', { body: secret })).toMatchObject(refusal)
  expect(await admin('PUT', '/sys/dict/takeOver', { body: { id } })).toMatchObject({ success: true })
  expect(await admin('POST', '/sys/dictItem/add', { body: secret })).toMatchObject({ success: true })
  expect((await admin('GET', '/sys/dict/getDictItems/sex')).result).toHaveLength(3)
  expect((await sex()).origin).toBeNull()
})

it('refuses every address to a user without the rights', async () => {
  const id = await addDict('closed_color')
  const calls = [
    ['POST', '/sys/dict/add', { body: { dictName: 'x', dictCode: 'x' } }],
    ['PUT', '/sys/dict/edit', { body: { id, dictName: 'x' } }],
    ['DELETE', '/sys/dict/delete', { query: { id } }],
    ['DELETE', `/sys/dict/deletePhysic/${id}`, {}],
    ['PUT', `/sys/dict/back/${id}`, {}],
    ['DELETE', '/sys/dict/deleteRecycleBin', { query: { ids: id } }],
    ['PUT', '/sys/dict/putRecycleBin', { body: { ids: id } }],
    ['PUT', '/sys/dict/takeOver', { body: { id } }],
    ['GET', '/sys/dict/exportXls', {}],
    ['GET', '/sys/dict/uses', { query: { dictCode: 'sex' } }],
    ['POST', '/sys/dictItem/add', { body: { dictId: id, itemText: 'x', itemValue: 'x' } }],
    ['DELETE', '/sys/dictItem/delete', { query: { id } }],
  ] as const
  for (const [method, url, call] of calls)
    expect((await server.call('clerk', method, url, call)).status, `${method} ${url}`).toBe(403)
  expect((await admin('GET', '/sys/dict/list', {}, 'clerk')).code).toBe(510)
})
