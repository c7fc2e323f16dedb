import { expect, it } from 'vitest'
import { buildSort, parseSort, sortEntries, sortText } from '#runtime/schema/query/sort.ts'

it('an order has one direction when its columns share it, as other servers of the contract expect', () => {
  expect(parseSort('-fdate,-fno')).toEqual({ column: 'fdate,fno', order: 'desc' })
  expect(parseSort('-fdate,fno')).toEqual({ column: 'fdate,fno', order: 'desc,asc' })
  expect(parseSort()).toEqual({ column: 'createTime', order: 'desc' })
})

it('an order survives its text and its columns', () => {
  for (const text of ['fno', '-fdate', '-fdate,fno', 'a,-b,c']) {
    const sort = parseSort(text)
    expect(sortText(sort)).toBe(text)
    expect(buildSort(sortEntries(sort))).toEqual(sort)
  }
})

it('one direction applies to all columns of an order', () => {
  expect(sortEntries({ column: 'a,b', order: 'desc' })).toEqual([
    { key: 'a', order: 'desc' },
    { key: 'b', order: 'desc' },
  ])
})
