import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const numbers = ['1', '3', '10', '12'].map((value) => ({ value, text: `${value} 号` }))
const mapping = { popupCode: 'rp_goods', orgFields: ['fname'], destFields: ['fgoods'] }
const room = noteScreen({
  id: 'demo/room',
  perm: 'demo:room',
  table: { name: 'demo_room' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 50, query: true },
    { key: 'fnumbers', title: '编号', type: 'list_multi', options: numbers, query: 'like' },
    {
      key: 'ftools',
      title: '设备',
      type: 'checkbox_group',
      options: [{ value: '投影' }, { value: '投影仪' }],
    },
    { key: 'fplain', title: '用途', type: 'checkbox_group', options: [{ value: '1' }], query: 'eq' },
    { key: 'fgoods', title: '物品', type: 'popup', multi: true, ...mapping },
    { key: 'fopen', title: '开放', type: 'switch', query: true },
    { key: 'fpublic', title: '对外', type: 'switch', options: [{ value: 1 }, { value: 0 }], query: true },
    {
      key: 'items',
      title: '时段',
      type: 'table',
      table: { name: 'demo_room_time', fk: 'froom' },
      fields: [{ key: 'fdays', title: '星期', type: 'list_multi', options: numbers }],
    },
  ],
})
const from = { field: 'froom', screen: 'demo/room', value: 'fopen' }
const visit = noteScreen({
  id: 'demo/visit',
  table: { name: 'demo_visit' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 50 },
    { key: 'froom', title: '房间', type: 'input', length: 50 },
    { key: 'fopen', title: '开放', type: 'switch', query: true, from },
  ],
})
const picker = {
  version: 2,
  kind: 'picker',
  id: 'demo/goods',
  title: '选择物品',
  code: 'rp_goods',
  source: { screen: 'demo/room' },
  fields: ['fname'],
  select: 'many',
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({
    'demo/room.json': room,
    'demo/goods.json': picker,
    'demo/visit.json': visit,
  })
  const { owner } = server.services.db
  await sql`insert into demo_room (id, fname, fnumbers, ftools, fplain, fgoods, fopen, fpublic) values
    ('a', 'A', '1', '投影', '1', '宣纸', 'Y', 1),
    ('b', 'B', '10', '投影仪', '10', '宣纸,皮纸', 'N', 0),
    ('c', 'C', '3,12', '投影仪,投影', '3,1', null, null, null),
    ('d', 'D', null, null, null, null, '', null)`.execute(owner)
  await sql`insert into demo_visit (id, fname, froom) values ('a', 'A', 'a'), ('c', 'C', 'c'), ('x', 'X', null)`.execute(
    owner,
  )
  await sql`insert into demo_room_time (id, froom, fdays) values ('a', 'a', '12'), ('c', 'c', '3,1')`.execute(
    owner,
  )
})
afterAll(() => server?.close())

const ask = (verb: string, query: Record<string, string>, screen = 'room') =>
  server.call('admin', 'GET', `/jeecg-boot/resource/demo/${screen}/${verb}`, { query })
const found = async (query: Record<string, string>, screen?: string): Promise<string> => {
  const { body } = await ask('list', query, screen)
  if (!body.success) return body.message
  return body.result.records
    .map((row: { fname: string }) => row.fname)
    .sort()
    .join('')
}
const advanced = (field: string, rule: string, val: string) =>
  found({ superQueryParams: JSON.stringify([{ field, rule, val }]) })

describe('a filter on several choices', () => {
  it.each([
    ['the form of a part of a text', '*1*', 'A'],
    ['one value', '3', 'C'],
    ['an operator', '= 12', 'C'],
    ['several values', '1,12', 'AC'],
    ['several values in the form of a part of a text', '*10,3*', 'BC'],
    ['a list with commas at its ends', ',1,10,', 'AB'],
    ['a list after a word', 'in 1,3', 'AC'],
    ['none of them', '!1', 'BCD'],
    ['none of several', '!=1,3', 'BD'],
  ])('finds the records with a whole value: %s', async (_what, fnumbers, names) => {
    expect(await found({ fnumbers })).toBe(names)
  })

  it('takes the list of a suffix, and columns without an index of parts', async () => {
    expect(await found({ fnumbers_MultiString: '3,10' })).toBe('BC')
    expect(await found({ fplain: '1' })).toBe('AC')
    expect(await found({ ftools: '*投影*' })).toBe('AC')
  })

  it('follows the same rules when an advanced query asks, of detail rows too', async () => {
    expect(await advanced('fnumbers', 'like', '1')).toBe('A')
    expect(await advanced('fnumbers', 'eq', '12')).toBe('C')
    expect(await advanced('fnumbers', 'in', '1,12')).toBe('AC')
    expect(await advanced('fnumbers', 'ne', '3')).toBe('ABD')
    expect(await advanced('items.fdays', 'like', '1')).toBe('C')
  })

  it('still finds a part of a picked name, and a whole one among several', async () => {
    expect(await found({ fgoods: '*纸*' })).toBe('AB')
    expect(await found({ fgoods: '皮纸' })).toBe('B')
  })
})

describe('a blank switch', () => {
  it.each([
    ['off', { fopen: 'N' }, 'BCD'],
    ['on', { fopen: 'Y' }, 'A'],
    ['not on', { fopen: '!Y' }, 'BCD'],
    ['not off', { fopen: '!N' }, 'A'],
    ['one of both', { fopen: 'Y,N' }, 'ABCD'],
    ['off by a number', { fpublic: '0' }, 'BCD'],
    ['not on by a number', { fpublic: '!1' }, 'BCD'],
  ])('is found as off: %s', async (_what, query, names) => {
    expect(await found(query as unknown as Record<string, string>)).toBe(names)
  })

  it('is never empty in an advanced query', async () => {
    expect(await advanced('fopen', 'empty', '')).toBe('')
    expect(await advanced('fopen', 'eq', 'N')).toBe('BCD')
  })

  it('is counted as off in groups', async () => {
    const { body } = await ask('summary', { groupBy: 'fopen' })
    expect(body.result.groups).toEqual([
      { value: 'N', total: 3, totals: {} },
      { value: 'Y', total: 1, totals: {} },
    ])
    const { body: records } = await ask('groups', { groupBy: 'fpublic', column: 'total', order: 'desc' })
    expect(records.result.records).toEqual([
      expect.objectContaining({ fpublic: 0, total: 3 }),
      expect.objectContaining({ fpublic: 1, total: 1 }),
    ])
  })

  it('is off in the list of another screen, where no record is no switch', async () => {
    expect(await found({ fopen: 'N' }, 'visit')).toBe('C')
    const { groups } = (await ask('summary', { groupBy: 'fopen' }, 'visit')).body.result
    expect(groups.map(({ value }: { value: unknown }) => value).sort()).toEqual(['N', 'Y', null])
  })

  it('lacks no number in the sum and the average of a switch with numbers', async () => {
    const { sum, average, lack } = (await ask('summary', { field: 'fpublic' })).body.result.totals.fpublic
    expect([sum, Number(average), lack]).toEqual([1, 0.25, undefined])
  })
})
