import { expect, it } from 'vitest'
import { type ListRequest, listRows } from '#server/modules/mock/list-rows.ts'
import { mockRows } from '#server/modules/mock/rows.ts'

const rows = [
  { id: '1', title: '杭州年鉴', star: 9, updatedAt: '2025-06-01 08:00:00' },
  { id: '2', title: '宁波府志', star: 12, updatedAt: '2025-06-02 08:00:00' },
  { id: '3', title: '杭州府志', star: 100, updatedAt: '2025-07-01 08:00:00' },
]
const ask = (request: Partial<ListRequest> = {}) => {
  const all = { pageNo: 1, pageSize: 10, column: '', order: 'asc', conditions: {}, ...request }
  const { records, total } = listRows(rows, all)
  return { ids: records.map(({ id }) => id).join(''), total }
}

it.each<[string, Partial<ListRequest>, string, number]>([
  ['a page', { pageNo: 2, pageSize: 2 }, '3', 3],
  ['an order of numbers', { column: 'star', order: 'desc' }, '321', 3],
  ['an unknown column', { column: 'none', order: 'desc' }, '123', 3],
  ['a part of a text', { conditions: { title: '*杭州*' } }, '13', 2],
  ['two parts of a text', { conditions: { title: '*杭州 府*' } }, '3', 1],
  ['several values', { conditions: { star: '9,100' } }, '13', 2],
  ['bounds of a number', { conditions: { star_begin: '10', star_end: '12' } }, '2', 1],
  ['the last day of a range', { conditions: { updatedAt_end: '2025-06-02' } }, '12', 2],
  ['a name of no column', { conditions: { other: 'x' } }, '123', 3],
])('a list of sample rows reads %s', (_name, request, ids, total) => {
  expect(ask(request)).toEqual({ ids, total })
})

it('has rows with ids of their own in each list', () => {
  for (const list of Object.values(mockRows)) {
    expect(list.length).toBeGreaterThan(2)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  }
})
