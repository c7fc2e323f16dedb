// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { firstReads } from '#app/start/first-reads.ts'

const document = JSON.parse(readFileSync('schemas/stock/in-bill.json', 'utf8')) as {
  fields: { key: string }[]
}
const codes = ['list', 'detail', 'price'].map((word) => ({
  action: `stock:in:${word}`,
  type: '1',
  status: '1',
}))
const getParams = (address: string | undefined) => new URL(address ?? '', 'http://server').searchParams

it('the first reads are the page of rows in the address and the dictionaries', () => {
  const [rows, ...dictionaries] = firstReads({ document }, { auth: codes, allAuth: codes }, '?page=3&size=20')
  expect(rows).toContain('/resource/stock/in-bill/list?')
  expect(getParams(rows).get('pageNo')).toBe('3')
  expect(getParams(rows).get('pageSize')).toBe('20')
  expect(dictionaries).toContain('/sys/dict/getDictItems/unit')
})

it('the first reads contain no column that the user may not see', () => {
  const fields = document.fields.map((field) =>
    field.key === 'fdate' ? { ...field, access: { read: 'stock:in:price' } } : field,
  )
  const readFields = (auth: typeof codes) =>
    getParams(firstReads({ document: { ...document, fields } }, { auth, allAuth: codes }, '')[0]).get('field')
  expect(readFields(codes)?.split(',')).toContain('fdate')
  expect(readFields(codes.slice(0, 2))?.split(',')).not.toContain('fdate')
})

it.each([
  ['a page without a document', undefined, { auth: codes, allAuth: codes }],
  ['another kind of document', { document: { kind: 'panel' } }, { auth: codes, allAuth: codes }],
  ['permissions that could not be asked for', { document }, undefined],
])('there are no first reads for %s', (_, answer, permissions) => {
  expect(firstReads(answer, permissions, '')).toEqual([])
})
