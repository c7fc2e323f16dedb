import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { applyAdditive, applyAll } from '#server/documents/apply.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
  const names = {
    A: '江南府志',
    B: '西安县志 孤本',
    C: '长江航运 100%_\\ 图志',
    D: '地方志馆藏目录 Atlas',
    E: '江北县志',
  }
  for (const [fcode, fname] of Object.entries(names)) await server.add({ fdate: null, fname, fcode })
})
afterAll(() => server?.close())

const found = async (query: Record<string, string>): Promise<string> => {
  const { status, body } = await server.order('clerk', 'list', 'GET', { query })
  if (status !== 200) return body.message
  return body.result.records
    .map((row: { fcode: string }) => row.fcode)
    .sort()
    .join('')
}
const advanced = (rule: string, val: string) =>
  found({ superQueryParams: JSON.stringify([{ field: 'fname', rule, val }]) })

describe('a search in texts', () => {
  it.each([
    ['a star inside', '*江*志*', 'ACE'],
    ['a star inside a text without others', '江*志', 'AE'],
    ['stars inside and at the end', '江*志*', 'AE'],
    ['a beginning', '江*', 'AE'],
    ['an end', '*志', 'ACE'],
    ['two words in any order', '*孤本 西安*', 'B'],
    ['two words with a wide blank', '*县志　西*', 'B'],
    ['words that do not all occur', '*孤本 江*', ''],
    ['a beginning with another word', '江 北*', 'E'],
    ['per cent as itself', '*100%*', 'C'],
    ['per cent as no wildcard', '*1%0*', ''],
    ['an underscore as itself', '*%_*', 'C'],
    ['a backslash as itself', '*\\*', 'C'],
    ['first letters', '*jnfz*', 'A'],
    ['first letters in capitals', '*XAX*', 'B'],
    ['first letters from the beginning', 'jb*', 'E'],
    ['first letters not at the beginning', 'bx*', ''],
    ['first letters at the end', '*fz', 'A'],
    ['a star between first letters', '*j*xz*', 'E'],
    ['pinyin', '*jiangnan*', 'A'],
    ['pinyin whose last syllable is begun', '*jiangn*', 'A'],
    ['pinyin that can be read in two ways', '*xianxianzhi*', 'B'],
    ['the usual reading', '*difangzhi*', 'D'],
    ['pinyin from the beginning', 'fuzhi*', ''],
    ['pinyin at the end', '*fuzhi', 'A'],
    ['one syllable, complete', '*bei*', 'E'],
    ['one syllable, begun', '*be*', ''],
    ['letters in another case', '*atlas*', 'D'],
    ['a word and first letters', '*志 jb*', 'E'],
  ])('finds %s', async (_what, fname, codes) => {
    expect(await found({ fname })).toBe(codes)
  })

  it('follows the same rules when an advanced query asks', async () => {
    expect(await advanced('like', '江*志')).toBe('ACE')
    expect(await advanced('right_like', '江*志')).toBe('AE')
    expect(await advanced('like', '孤本 西安')).toBe('B')
    expect(await advanced('like', 'jnf')).toBe('A')
    expect(await advanced('left_like', 'fuzhi')).toBe('A')
    expect(await advanced('eq', '江*志')).toBe('')
  })

  it('finds the maker by the first letters of the name when the name is Chinese', async () => {
    expect(await found({ createBy: '*zm*' })).toBe('ABCDE')
    expect(await found({ createBy: '*zhenming*' })).toBe('ABCDE')
  })
})

describe('the column of pinyin', () => {
  const screen = (length: number, query?: string) =>
    noteScreen({
      id: 'demo/pinyin',
      table: { name: 'demo_pinyin' },
      fields: [{ key: 'fname', title: '名称', type: 'input', length, ...(query ? { query } : {}) }],
    }) as unknown as StoredScreen
  const load = (document: StoredScreen) => applyAdditive(server.services.db, [document], fieldValues)
  const pinyin = async () =>
    (await sql<{ sys_py_fname: string }>`select * from demo_pinyin`.execute(server.services.db.owner)).rows[0]
      ?.sys_py_fname

  it('follows its column when that is changed, widened and searched no longer', async () => {
    const { db } = server.services
    await load(screen(20, 'like'))
    await sql`insert into demo_pinyin (id, fname) values ('1', '府志')`.execute(db.owner)
    expect(await pinyin()).toMatch(/^FZ\|/)
    const wide = await load(screen(40, 'like'))
    expect(wide.done.map(({ step, error }) => [step.kind, error])).toEqual([
      ['widen', null],
      ['add', null],
      ['index', null],
    ])
    expect(await pinyin()).toMatch(/^FZ\|/)
    const narrow = screen(10, 'like')
    expect((await load(narrow)).done).toEqual([])
    await applyAll(db, [narrow], fieldValues, () => undefined)
    expect(await pinyin()).toMatch(/^FZ\|/)
    expect((await load(narrow)).done).toEqual([])
    await load(screen(10))
    expect(await pinyin()).toBeUndefined()
  })
})
