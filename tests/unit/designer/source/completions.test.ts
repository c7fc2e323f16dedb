import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { completionsAt, type KnownNames } from '#designer/source/completions.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../../schemas/$meta/document.schema.json', import.meta.url), 'utf8'),
) as JsonObject
const names: KnownNames = {
  dictCode: [
    { value: 'unit', title: '单位' },
    { value: 'category:goods', title: '物品分类' },
  ],
  popupCode: [{ value: 'rp_supplier', title: '供应商' }],
  document: [{ value: 'base/goods', title: '物品' }],
}
/** The offers at `|` of a text. */
function at(marked: string) {
  const place = marked.indexOf('|')
  return completionsAt(marked.replace('|', ''), place, schema, names)
}
const labels = (marked: string) => at(marked)?.offers.map(({ label }) => label) ?? []
/** The text after an offer was chosen, with `|` at the cursor. */
function chosen(marked: string, label: string) {
  const found = at(marked)
  const offer = found?.offers.find((one) => one.label === label)
  if (!found || !offer) return undefined
  const text = marked.replace('|', '')
  const insert = `${offer.insert.slice(0, offer.cursor)}|${offer.insert.slice(offer.cursor)}`
  return text.slice(0, found.from) + insert + text.slice(found.to)
}
const screen = (rest: string) => `{ "kind": "screen", "table": { "name": "t" }, ${rest}`
const field = (rest: string) => screen(`"fields": [{ "key": "fname", "title": "名称" }, { ${rest} }] }`)

describe('keys', () => {
  test('of a document: required ones first, none that it has already', () => {
    const found = at(screen('| }'))?.offers ?? []
    expect(
      found
        .slice(0, 4)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['fields', 'id', 'title', 'version'])
    expect(found[0]?.title).toMatch(/（必填）$/)
    expect(found.map(({ label }) => label)).not.toContain('table')
    expect(found.find(({ label }) => label === 'flow')).toMatchObject({ title: '审批' })
  })
  test.each(['report', 'panel', 'picker', 'dict', 'form', 'print'])('of a %s', (kind) => {
    expect(labels(`{ "kind": "${kind}", | }`).slice(0, 3)).toContain('id')
  })
  test('of an overlay, which has no table', () => {
    const found = labels('{ "kind": "screen", "extends": "base/goods", | }')
    expect(found).toContain('rowRules')
    expect(found).not.toContain('table')
  })
  test('of a field follow its type', () => {
    expect(labels(field('"type": "popup", |'))).toContain('orgFields')
    expect(labels(field('"type": "date", |'))).not.toContain('orgFields')
    expect(labels(field('|'))[0]).toMatch(/key|type/)
  })
  test.each([
    ['a rule', field('"type": "input", "validateRules": [{ | }]'), 'unique'],
    ['a field of a detail table', field('"type": "table", "fields": [{ "type": "select", | }]'), 'dictWhere'],
    ['the table of a detail', field('"type": "table", "table": { | }'), 'fk'],
    ['the list', screen('"list": { | } }'), 'pageSize'],
    ['a button', screen('"actions": { "toolbar": [{ | }] } }'), 'code'],
    ['a block of a panel', '{ "kind": "panel", "blocks": [{ "type": "chart", | }] }', 'chart'],
    ['a block of a print', '{ "kind": "print", "blocks": [{ "type": "table", | }] }', 'totals'],
    [
      'a field of an overlay',
      '{ "kind": "screen", "extends": "a/b", "fields": [{ "key": "fname", | }] }',
      'after',
    ],
  ])('of %s', (_, marked, expected) => {
    expect(labels(marked)).toContain(expected)
  })
  test('are found by their title and its first letters, in quotes or without', () => {
    expect(labels(field('"type": "input", "validateRules": [{ "必填|" }]'))).toEqual(['required'])
    expect(labels(field('"type": "input", "validateRules": [{ bt| }]'))).toEqual(['required'])
    expect(labels(field('"type": "input", "wid|"'))[0]).toBe('width')
  })
  test('are inserted with what their value begins with, and the commas that are missing', () => {
    expect(chosen('{ "kind": "screen", "ti|" }', 'title')).toBe('{ "kind": "screen", "title": "|" }')
    expect(chosen('{ "kind": "report" | }', 'fields')).toBe('{ "kind": "report" , "fields": [|] }')
    expect(chosen('{ "kind": "screen", | }', 'fields')).toBe('{ "kind": "screen", "fields": [|] }')
    expect(chosen('{ | "kind": "screen" }', 'title')).toBe('{ "title": "|", "kind": "screen" }')
    expect(chosen('{ "kind": "screen", "titel|": "a" }', 'title')).toBeUndefined()
    expect(chosen('{ "kind": "screen", "ti|tel": "a" }', 'title')).toBe('{ "kind": "screen", "title"|: "a" }')
  })
})

describe('values', () => {
  test('are the words of the language with their titles', () => {
    const found = at(field('"type": "input", "fixed": |'))?.offers
    expect(found).toMatchObject([
      { label: 'left', title: '左边', insert: '"left"' },
      { label: 'right', title: '右边' },
    ])
    expect(labels(field('"type": "input", "isOrder": |'))).toEqual(['true', 'false'])
    expect(chosen(field('"type": "input", "fixed": "l|"'), 'left')).toContain('"fixed": "left"|')
  })
  test('of a type are all types, also where one stands already', () => {
    const found = at(field('"type": "|input"'))?.offers ?? []
    expect(found.find(({ label }) => label === 'sel_depart')?.title).toBe('部门')
    expect(found.length).toBeGreaterThan(30)
  })
  test('of a word that names a field are the fields beside it', () => {
    expect(
      at(screen('"list": { "fields": ["|"] }, "fields": [{ "key": "fname", "title": "名称" }] }'))?.offers,
    ).toMatchObject([{ label: 'fname', title: '名称' }])
    expect(
      labels(field('"type": "table", "fields": [{ "key": "fnum" }, { "type": "sel_user", "idField": "|" }]')),
    ).toContain('fnum')
    expect(labels(field('"type": "popup", "orgFields": ["|"]'))).toEqual([])
  })
  test('of names are those that exist and fit', () => {
    expect(labels(field('"type": "select", "dictCode": "|"'))).toEqual(['unit', 'category:goods'])
    expect(labels(field('"type": "cat_tree", "dictCode": "|"'))).toEqual(['category:goods'])
    expect(labels(field('"type": "popup", "popupCode": "|"'))).toEqual(['rp_supplier'])
    expect(labels('{ "kind": "screen", "extends": "|" }')).toEqual(['base/goods'])
    expect(labels(screen('"menu": { "icon": "|" } }'))).toContain('team')
  })
})

test('an unfinished text has completions as well', () => {
  expect(labels('{ "kind": "screen", "ti|')).toContain('title')
  expect(labels('{ "kind": "screen", "fields": [{ "type": "inp|')).toContain('input')
  expect(labels('{ "kind": |, "id": "a/b" }')).toContain('report')
  expect(labels('|')).toEqual([])
})
