import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PickerDocument, StoredScreen } from '#runtime/schema/types.ts'
import { auditKeys } from '#runtime/schema/types.ts'
import { createPeopleServer, type TestServer } from './test-server.ts'

type Values = Record<string, unknown>

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
  // The reader has all pick rights, and no others.
  await sql`insert into sys_role_permission (role_id, permission_id)
    select 'reader', id from sys_permission where id like 'pick:%' on conflict do nothing`.execute(
    server.services.db.app,
  )
  await sql`delete from sys_role_permission where role_id = 'reader' and permission_id not like 'pick:%'`.execute(
    server.services.db.app,
  )
})
afterAll(() => server?.close())

interface Picked {
  screen: StoredScreen
  url: string
  /** The fields that the picker shows, filters by and fills in, as far as they need no right of their own. */
  shown: Set<string>
  /** The sort fields of the document. */
  order: Set<string>
}

/** Every screen that has a picker with a right of its own. */
const picked = (): Picked[] => {
  const { documents } = server.services
  return documents.entries().flatMap(({ document }) => {
    if (document.kind !== 'picker' || !document.needs || !('screen' in document.source)) return []
    const screen = documents.screen(document.source.screen)?.document
    if (!screen) return []
    const { fields, query = [], sideTree, returns = { id: 'id' } }: PickerDocument = document
    const keys = ['id', ...fields, ...query, ...(sideTree ? [sideTree.field] : []), ...Object.values(returns)]
    const isOpen = (key: string) => !screen.fields.find((field) => field.key === key)?.access?.read
    const sort = screen.list?.sort ?? '-createTime'
    const url = screen.id === 'system/depart' ? '' : (screen.url?.list ?? `/resource/${screen.id}/list`)
    return {
      screen,
      url,
      shown: new Set(keys.filter(isOpen)),
      order: new Set(sort.split(',').map((part) => part.replace(/^-/, ''))),
    }
  })
}

const bare = (keys: string[]): string[] => [...new Set(keys.map((key) => key.replace(/_dictText$/, '')))]

describe('a user who may only pick', () => {
  it('sees only the columns of the picker', async () => {
    expect(
      picked()
        .map(({ screen }) => screen.id)
        .sort(),
    ).toEqual([
      'catalog/gazetteer',
      'reader/reader',
      'system/depart',
      'system/position',
      'system/role',
      'system/user',
    ])
    for (const { screen, url, shown } of picked().filter((one) => one.url !== '')) {
      const { body } = await server.get('reader', url)
      const keys = bare((body.result.records as Values[]).flatMap((record) => Object.keys(record)))
      expect([screen.id, keys.filter((key) => !shown.has(key))]).toEqual([screen.id, []])
    }
  })

  it('filters and sorts by no other column, but receives the order of the document', async () => {
    const answers: string[] = []
    for (const { screen, url, shown, order } of picked().filter((one) => one.url !== '')) {
      const all = [...auditKeys, 'password', ...screen.fields.map((field) => field.key)]
      for (const key of all.filter((one) => !shown.has(one))) {
        const advanced = JSON.stringify([{ field: key, rule: 'eq', val: '1' }])
        const asked = [{ [key]: '1' }, { [`${key}_begin`]: '1' }, { superQueryParams: advanced }]
        for (const query of asked as Record<string, string>[])
          if ((await server.get('reader', url, query)).status !== 400) answers.push(`${screen.id} ${key}`)
        const sorted = (await server.get('reader', url, { column: key, order: 'asc' })).status
        if (sorted !== (order.has(key) ? 200 : 400)) answers.push(`${screen.id} sorted by ${key}: ${sorted}`)
      }
    }
    expect(answers).toEqual([])
  })

  it('sees no phone, sex or birthday of other users on any route', async () => {
    const routes: [string, Record<string, string>][] = [
      ['/sys/user/list', {}],
      ['/sys/user/queryUserByDepId', { id: 'A01' }],
    ]
    for (const [url, query] of routes) {
      const own = (await server.get('admin', url, query)).body.result
      const [whole] = (own.records ?? own) as Values[]
      expect(Object.keys(whole ?? {})).toEqual(expect.arrayContaining(['phone', 'birthday', 'email']))
      const { result } = (await server.get('reader', url, query)).body
      const keys = bare(((result.records ?? result) as Values[]).flatMap((one) => Object.keys(one)))
      expect(keys.sort()).toEqual(['id', 'orgCode', 'realname', 'username'])
    }
  })

  it('sees the columns of departments that their picker shows', async () => {
    const [root] = (await server.get('reader', '/sys/sysDepart/queryTreeList')).body.result as Values[]
    const [found] = (await server.get('reader', '/sys/sysDepart/searchBy', { keyWord: '典藏' })).body
      .result as Values[]
    const tree = ['key', 'value', 'title', 'isLeaf', 'children']
    for (const node of [root, found])
      expect(bare(Object.keys(node ?? {})).sort()).toEqual(
        ['id', 'departName', 'orgCode', 'parentId', ...tree].sort(),
      )
  })
})
