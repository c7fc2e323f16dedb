import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({}, { clerk: ['sys:query:publish'] })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql`delete from sys_saved_query`.execute(server.test.db.app)
})

const call = (
  who: Person,
  verb: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  more: { body?: unknown; query?: Record<string, string> } = {},
) => server.call(who, method, `/jeecg-boot/sys/savedQuery/demo/order/${verb}`, more)
const records = [
  { field: 'fnumber', rule: 'gt', val: '5' },
  { matchType: 'or', params: [{ field: 'fname', rule: 'like', val: '志' }] },
]
const save = (who: Person, title: string, more: Record<string, unknown> = {}) =>
  call(who, 'save', 'POST', { body: { title, matchType: 'and', records, visibility: 'private', ...more } })
const list = async (who: Person) => (await call(who, 'list')).body.result
const titles = async (who: Person) => (await list(who)).map(({ title }: { title: string }) => title)

describe('a saved query', () => {
  it('is listed for its owner with its conditions', async () => {
    const { body } = await save('clerk', ' 大单 ')
    expect(body.message).toBe('保存成功')
    expect((await save('clerk', '大单', { overwrite: true })).body.result).toEqual(body.result)
    expect(await list('clerk')).toMatchObject([
      {
        id: body.result.id,
        title: '大单',
        matchType: 'and',
        records,
        visibility: 'private',
        owner: 'clerk真名',
        isOwn: true,
      },
    ])
  })

  it('is visible to its owner, the department, or all users of the list', async () => {
    await save('reader', '私人')
    await save('reader', '本部门', { visibility: 'depart' })
    await save('clerk', '公共', { visibility: 'public' })
    expect(await titles('reader')).toEqual(['本部门', '私人', '公共'])
    expect(await titles('clerk')).toEqual(['公共', '本部门'])
    expect(await titles('other')).toEqual(['公共'])
    expect((await call('nobody', 'list')).status).toBe(403)
  })

  it('is public only when its owner has the right to publish', async () => {
    const { status, body } = await save('reader', '公共', { visibility: 'public' })
    expect([status, body.message, body.result.code]).toEqual([403, '拒绝访问', 'sys:query:publish'])
  })

  it('is absent for users who may not read a field that it names', async () => {
    const hidden = [{ field: 'fsecret', rule: 'gt', val: '100' }]
    const inRows = [
      { matchType: 'and', detail: 'items', params: [{ field: 'fprice', rule: 'gt', val: '1' }] },
    ]
    await save('clerk', '底价', { visibility: 'public', records: hidden })
    await save('clerk', '单价', { visibility: 'public', records: inRows })
    expect(await titles('clerk')).toEqual(['单价', '底价'])
    expect(await titles('reader')).toEqual([])
    for (const refused of [hidden, inRows])
      expect((await save('reader', '偷看', { records: refused })).body.message).toBe(
        '查询条件里有不存在的字段，或您无权查看的字段',
      )
  })

  it('is replaced only when its owner confirms', async () => {
    await save('clerk', '大单')
    const again = await save('clerk', '大单', { matchType: 'or' })
    expect([again.headers['x-error-code'], again.body.message]).toEqual([
      'SAVED_QUERY_EXISTS',
      '大单 已存在，是否覆盖？',
    ])
    await save('clerk', '大单', { matchType: 'or', overwrite: true })
    expect(await list('clerk')).toMatchObject([{ title: '大单', matchType: 'or' }])
    expect((await save('reader', '大单')).body.message).toBe('保存成功')
  })

  it.each<[string, string, unknown[], string]>([
    ['no name', ' ', records, '保存名称不能为空'],
    ['no condition', '空', [], '空条件不能保存'],
    ['a condition without a value', '空', [{ field: 'fname', rule: 'eq', val: '' }], '空条件不能保存'],
    ['an unknown rule', '坏', [{ field: 'fname', rule: 'regexp', val: '1' }], '参数无效：records'],
    [
      'an unknown field',
      '坏',
      [{ field: 'nope', rule: 'eq', val: '1' }],
      '查询条件里有不存在的字段，或您无权查看的字段',
    ],
    ['too many conditions', '坏', [{ params: Array(101).fill(records[0]) }], '参数无效：records'],
  ])('is refused when it has %s', async (_fault, title, content, message) => {
    expect((await save('clerk', title, { records: content })).body.message).toBe(message)
  })

  it('is refused when its owner has a hundred for the list, even when several are saved at the same time', async () => {
    for (let at = 0; at < 98; at += 1) await save('reader', `方案 ${at}`)
    const answers = await Promise.all(['甲', '乙', '丙', '丁', '戊'].map((title) => save('reader', title)))
    const codes = answers.map(({ headers }) => headers['x-error-code']).filter((code) => code !== undefined)
    expect(codes).toEqual(Array(3).fill('SAVED_QUERY_FULL'))
    const replace = (title: string) => save('reader', title, { overwrite: true })
    expect((await replace('新的')).headers['x-error-code']).toBe('SAVED_QUERY_FULL')
    expect((await replace('方案 5')).body.message).toBe('保存成功')
  })

  it('is removed by its owner, and a public one by those who may publish', async () => {
    await save('reader', '私人')
    await save('admin', '公共', { visibility: 'public' })
    const [own, common] = await list('reader')
    const remove = (who: Person, id: string) => call(who, 'delete', 'DELETE', { query: { id } })
    expect((await remove('other', own.id)).body.message).toBe('未找到对应实体')
    expect((await remove('reader', common.id)).body.message).toBe('未找到对应实体')
    expect((await remove('clerk', common.id)).body.message).toBe('删除成功!')
    expect((await remove('reader', own.id)).body.message).toBe('删除成功!')
    expect(await titles('reader')).toEqual([])
  })

  it('is the default of one user only', async () => {
    await save('clerk', '公共', { visibility: 'public' })
    await save('reader', '私人')
    const [own, common] = await list('reader')
    const set = (who: Person, id: string | null) => call(who, 'default', 'PUT', { body: { id } })
    await set('reader', common.id)
    const defaults = async (who: Person) =>
      (await list(who)).flatMap((query: { isDefault: boolean; title: string }) =>
        query.isDefault ? [query.title] : [],
      )
    expect([await defaults('reader'), await defaults('clerk')]).toEqual([['公共'], []])
    expect((await set('clerk', own.id)).body.message).toBe('未找到对应实体')
    await set('reader', own.id)
    expect(await defaults('reader')).toEqual(['私人'])
    expect((await set('reader', 'unknown')).body.message).toBe('未找到对应实体')
    expect(await defaults('reader')).toEqual(['私人'])
    await set('reader', null)
    expect(await defaults('reader')).toEqual([])
  })
})

it('stored queries of a browser are taken over once, without replacing others', async () => {
  await save('clerk', '大单', { matchType: 'or' })
  const queries = [
    { title: '大单', matchType: 'and', records },
    { title: '小单', matchType: 'and', records },
    { title: '坏', matchType: 'and', records: [{ field: 'nope', rule: 'eq', val: 1 }] },
  ]
  const takeOver = () => call('clerk', 'takeOver', 'POST', { body: { queries } })
  expect((await takeOver()).body.result).toEqual({ count: 1 })
  expect((await takeOver()).body.result).toEqual({ count: 0 })
  expect(await list('clerk')).toMatchObject([{ title: '大单', matchType: 'or' }, { title: '小单' }])
})

describe('a saved view', () => {
  const settings = {
    conditions: { fname: '*志*' },
    sort: '-fnumber',
    group: 'fname',
    density: 'mini',
    hidden: ['fcode'],
    order: ['fname', 'fcode'],
    widths: { fname: 240 },
  }
  const saveView = (who: Person, title: string, more: Record<string, unknown> = {}) =>
    save(who, title, { records: [], settings, ...more })
  const readId = async (who: Person, title: string): Promise<string> =>
    (await list(who)).find((view: { title: string }) => view.title === title)?.id

  it('keeps the display of the list, also without an advanced query', async () => {
    expect((await saveView('clerk', '按名称')).status).toBe(200)
    expect(await list('clerk')).toMatchObject([{ title: '按名称', records: [], settings }])
    await save('clerk', '大单')
    expect((await list('clerk')).find(({ title }: { title: string }) => title === '大单').settings).toBeNull()
    expect((await save('clerk', '空', { records: [] })).body.message).toBe('空条件不能保存')
  })

  it('is absent for users who may not read a field of its conditions, its order or its groups', async () => {
    const secret = [{ conditions: { fsecret_begin: '9' } }, { sort: 'fname,-fsecret' }, { group: 'fsecret' }]
    for (const [at, hidden] of secret.entries()) {
      await saveView('clerk', `底价${at}`, { visibility: 'public', settings: hidden })
      expect((await saveView('reader', '偷看', { settings: hidden })).body.success).toBe(false)
    }
    expect(await titles('clerk')).toHaveLength(3)
    expect(await titles('reader')).toEqual([])
  })

  it('is renamed by its owner, and not to a title that the owner uses', async () => {
    await saveView('clerk', '甲', { visibility: 'public' })
    await saveView('clerk', '乙')
    const id = await readId('clerk', '甲')
    const rename = (who: Person, title: string) => call(who, 'rename', 'PUT', { body: { id, title } })
    expect((await rename('reader', '我的')).body.success).toBe(false)
    expect((await rename('clerk', '乙')).body.message).toBe('已有名为「乙」的视图，请换一个名称')
    expect((await rename('clerk', ' ')).body.message).toBe('保存名称不能为空')
    expect((await rename('clerk', ' 丙 ')).status).toBe(200)
    expect(await titles('reader')).toEqual(['丙'])
  })

  it('gets another content from its owner, and keeps its title and those who see it', async () => {
    const { body } = await saveView('reader', '甲', { visibility: 'depart' })
    const update = (who: Person, more: Record<string, unknown> = {}) =>
      call(who, 'update', 'PUT', {
        body: { id: body.result.id, matchType: 'or', records, settings: { ...settings, group: '' }, ...more },
      })
    expect((await update('reader')).body.message).toBe('保存成功')
    const stored = { title: '甲', matchType: 'or', records, visibility: 'depart', owner: 'reader真名' }
    expect(await list('reader')).toMatchObject([{ ...stored, settings: { group: '' } }])
    expect((await update('reader', { settings: { sort: 'fsecret' } })).headers['x-error-code']).toBe(
      'SAVED_QUERY_FIELD',
    )
    // Visible to the department, it is still one of its owner.
    expect((await update('clerk')).body.message).toBe('未找到对应实体')
  })

  it('of another user is renamed and corrected by those who may publish when it is public', async () => {
    await saveView('admin', '甲', { visibility: 'public' })
    await saveView('admin', '乙')
    const id = await readId('clerk', '甲')
    const rename = (who: Person, title: string) => call(who, 'rename', 'PUT', { body: { id, title } })
    const update = (who: Person) =>
      call(who, 'update', 'PUT', { body: { id, matchType: 'and', records: [], settings: { sort: 'fcode' } } })
    expect((await rename('reader', '丙')).body.message).toBe('未找到对应实体')
    expect((await update('reader')).body.message).toBe('未找到对应实体')
    expect((await rename('clerk', '乙')).body.message).toBe('已有名为「乙」的视图，请换一个名称')
    expect((await rename('clerk', '丙')).status).toBe(200)
    expect((await update('clerk')).body.message).toBe('保存成功')
    expect(await list('reader')).toMatchObject([
      { title: '丙', settings: { sort: 'fcode' }, visibility: 'public', owner: 'admin真名', isOwn: false },
    ])
  })

  it('stands where its user put it, and others keep their order', async () => {
    for (const title of ['甲', '乙', '丙']) await saveView('clerk', title, { visibility: 'public' })
    const ids = await Promise.all(['丙', '甲'].map((title) => readId('clerk', title)))
    expect((await call('reader', 'order', 'PUT', { body: { ids } })).status).toBe(200)
    expect(await titles('reader')).toEqual(['丙', '甲', '乙'])
    expect(await titles('clerk')).toEqual([...(await titles('clerk'))].sort())
  })
})
