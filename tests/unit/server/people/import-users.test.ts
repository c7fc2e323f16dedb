import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const heads = ['用户账号', '用户姓名', '工号', '手机号码', '角色分配', '部门分配', '性别']
const upload = (rows: readonly string[][]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([heads, ...rows]), '用户')
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
  return server.upload('/sys/user/importExcel', '用户.xlsx', bytes)
}

it('import of users gives each a generated password, which the result shows once', async () => {
  const { body } = await upload([
    ['song.yu', '宋瑜', 'G701', '13800000701', '典藏员', '典藏部', '女'],
    ['qin.bo', '秦柏', 'G702', '13800000702', '', '采编部,办公室', '男'],
  ])
  expect(body.message).toBe('共2行数据全部导入成功！')
  const passwords = new Map<string, string>(
    body.result.notes.map((note: string) => /^用户「(.+)」的初始密码：(.+)$/.exec(note)?.slice(1) ?? []),
  )
  expect([...passwords.keys()]).toEqual(['song.yu', 'qin.bo'])
  const login = await server.signIn('song.yu', passwords.get('song.yu') ?? '')
  expect(login.body.result).toMatchObject({
    multi_depart: 1,
    userInfo: { mustChange: true, roles: ['典藏员'], orgCode: 'A01A02' },
  })
  expect((await server.signIn('qin.bo', passwords.get('song.yu') ?? '')).body.success).toBe(false)
  expect((await server.signIn('qin.bo', passwords.get('qin.bo') ?? '')).body.result.multi_depart).toBe(2)
})

it('import with faulty rows stores nothing and names each fault', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    `batch${at}`,
    `批${at}`,
    `B${at}`,
    at % 10 === 0 ? '12' : `1390000${String(1000 + at)}`,
    at === 5 ? '不存在的角色' : '',
    '',
    '',
  ])
  const { body } = await upload(rows)
  expect(body.code).toBe(201)
  expect(body.result).toMatchObject({ faultCount: 5 })
  expect(body.result).not.toHaveProperty('notes')
  const listed = await server.get('admin', '/sys/user/list', { username: 'batch*' })
  expect(listed.body.result.total).toBe(0)
})

it('import of 300 users with 9 faults names each cell and stores none of them', async () => {
  const kinds = [
    (row: string[]) => row.with(3, '12'),
    (row: string[]) => row.with(4, '不存在的角色'),
    (row: string[]) => row.with(0, '账 号'),
  ]
  const rows = Array.from({ length: 300 }, (_, at) => {
    const row = [`crowd${at}`, `众${at}`, `C${at}`, `137000${String(10_000 + at)}`, '', '典藏部', '女']
    return at % 33 === 0 && at < 297 ? (kinds[(at / 33) % kinds.length]?.(row) ?? row) : row
  })
  const before = (await server.get('admin', '/sys/user/list')).body.result.total
  const { body } = await upload(rows)
  expect(body.code).toBe(201)
  expect(body.result).toMatchObject({ faultCount: 9 })
  expect((await server.get('admin', '/sys/user/list')).body.result.total).toBe(before)
})
