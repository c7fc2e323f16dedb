import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { wantedTables } from '#server/documents/plan/tables.ts'
import { mergeTables } from '#server/documents/sharing.ts'
import { checkDocument, goodFiles, jsonOfFile } from './world.ts'

const bill = jsonOfFile('good/stock/in-bill.json') as JsonObject
const head = { version: 2, kind: 'screen', id: 'stock/audit', extends: 'stock/in-bill', title: '入库审核' }
const documents = goodFiles.map(jsonOfFile)

const find =
  (...more: JsonObject[]) =>
  (id: string) =>
    [...more, ...documents].find((one) => isJsonObject(one) && one.id === id)
function whole(overlay: JsonObject, ...more: JsonObject[]): JsonObject {
  const resolved = resolveDocument({ ...head, ...overlay }, find(...more))
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.problems))
  return resolved.document
}
const listFields = (screen: JsonObject) => screen.fields as JsonObject[]
const listKeys = (screen: JsonObject) => listFields(screen).map((field) => field.key)
const getField = (screen: JsonObject, key: string) =>
  listFields(screen).find((field) => field.key === key) as JsonObject

/** The problems that the check reports for an overlay of the valid documents. */
function check(overlay: JsonObject, ...more: JsonObject[]) {
  const json = { ...head, ...overlay }
  const known = collectKnown([...documents, ...more, json], registeredNames)
  return checkDocument(json, { knownNames: known }).map(({ path, code }) => `${path} ${code}`)
}

describe('an overlay', () => {
  it('resolves to its base under another name when it changes nothing', () => {
    const { $schema, menu, component, perm, ...rest } = bill
    expect(whole({ title: undefined })).toEqual({ ...rest, id: 'stock/audit' })
    const described = { ...bill, id: 'stock/described', description: '库管用' }
    expect(whole({ extends: 'stock/described' }, described)).not.toHaveProperty('description')
  })

  it('keeps all fields of the base in order when it has no fields', () => {
    const key = fc.stringMatching(/^f[a-z]{1,8}$/)
    const field = fc.record({ key, type: fc.constantFrom('input', 'date'), width: fc.integer() })
    const parts = fc.dictionary(
      fc.constantFrom('list', 'form', 'flow', 'actions'),
      fc.object({ maxDepth: 2 }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(field, { selector: (one) => one.key }), parts, (fields, more) => {
        const base = {
          ...more,
          version: 2,
          kind: 'screen',
          id: 'a/base',
          title: '基础',
          table: { name: 't' },
          fields,
        }
        const resolved = resolveDocument(
          { version: 2, kind: 'screen', id: 'a/over', extends: 'a/base' },
          () => base,
        )
        expect(resolved).toEqual({ ok: true, document: { ...base, id: 'a/over' }, bases: ['a/base'] })
      }),
    )
  })

  it('changes a field key by key, and removes a key with null or a field with remove', () => {
    const screen = whole({
      fields: [
        { key: 'fdate', width: 200, query: null },
        { key: 'ffiles', remove: true },
      ],
    })
    expect(getField(screen, 'fdate')).toEqual({
      ...(({ query, ...rest }) => rest)(getField(bill, 'fdate')),
      width: 200,
    })
    expect(listKeys(screen)).toEqual(listKeys(bill).filter((key) => key !== 'ffiles'))
    expect(JSON.stringify(screen.form)).not.toContain('ffiles')
  })

  it('places a field with after, in the fields and in the groups that name the neighbour', () => {
    const screen = whole({ fields: [{ key: 'freason', title: '理由', type: 'input', after: 'fdate' }] })
    expect(listKeys(screen).slice(0, 3)).toEqual(['fbillno', 'fdate', 'freason'])
    expect(JSON.stringify(screen.form)).toContain('"fdate","freason"')
    expect(getField(screen, 'freason')).toEqual({ key: 'freason', title: '理由', type: 'input' })
  })

  it('changes the columns of a detail in the same way', () => {
    const screen = whole({
      fields: [
        {
          key: 'items',
          fields: [
            { key: 'fimg', remove: true },
            { key: 'fprice', form: false },
          ],
        },
      ],
    })
    const rows = getField(screen, 'items')
    expect(listKeys(rows)).not.toContain('fimg')
    expect(getField(rows, 'fprice')).toMatchObject({ type: 'inputNumber', form: false })
  })

  it('merges the other parts by their keys, and replaces lists', () => {
    const screen = whole({ list: { sort: 'fdate' }, actions: { row: ['detail'] }, rowRules: null })
    expect(screen.list).toEqual({ ...(bill.list as JsonObject), sort: 'fdate' })
    expect(screen.actions).toEqual({ ...(bill.actions as JsonObject), row: ['detail'] })
    expect(screen).not.toHaveProperty('rowRules')
  })

  it('extends another overlay and contains the changes of both', () => {
    const middle = { ...head, id: 'stock/middle', fields: [{ key: 'fremark', remove: true }] }
    const screen = whole({ extends: 'stock/middle', fields: [{ key: 'ffiles', remove: true }] }, middle)
    expect(listKeys(screen)).toEqual(listKeys(bill).filter((key) => key !== 'ffiles' && key !== 'fremark'))
  })

  it('adds a column to the shared table, and no column twice', () => {
    const screen = whole({ fields: [{ key: 'freason', title: '理由', type: 'input', after: 'fdate' }] })
    const both = [bill, screen].flatMap((one) => wantedTables(one as unknown as StoredScreen, fieldValues))
    const [table, ...others] = mergeTables(both)
    expect(others.map(({ name }) => name)).toEqual(['stk_in_bill_item'])
    const names = table?.columns.map(({ name }) => name) ?? []
    expect(names).toContain('freason')
    expect(new Set(names).size).toBe(names.length)
  })

  it('is formatted with one line for each field', () => {
    const text = formatDocument({
      ...head,
      fields: [
        { key: 'fdate', width: 100 },
        { key: 'ffiles', remove: true },
      ],
    })
    expect(text).toContain(
      '  "fields": [\n    { "key": "fdate", "width": 100 },\n    { "key": "ffiles", "remove": true }\n  ]\n',
    )
    expect(formatDocument(JSON.parse(text))).toBe(text)
  })
})

describe('a problem of an overlay is reported at its place in the overlay', () => {
  it.each([
    ['an unknown word of a field', { fields: [{ key: 'fdate', witdh: 3 }] }, '/fields/0/witdh UNKNOWN_KEY'],
    ['a wrong value', { fields: [{ key: 'fdate', width: 'x' }] }, '/fields/0/width BAD_VALUE'],
    ['a word of the base only', { table: { name: 'x' } }, '/table UNKNOWN_KEY'],
    ['how a value is stored', { fields: [{ key: 'fremark', length: 9 }] }, '/fields/0/length BAD_VALUE'],
    ['a field that is not there', { fields: [{ key: 'fdtae', width: 90 }] }, '/fields/0/key UNKNOWN_FIELD'],
    [
      'a field to go that is not there',
      { fields: [{ key: 'nobody', remove: true }] },
      '/fields/0/key UNKNOWN_FIELD',
    ],
    [
      'a word to go that is not there',
      { fields: [{ key: 'fdate', witdh: null }] },
      '/fields/0/witdh UNKNOWN_KEY',
    ],
    [
      'a place that is none',
      { fields: [{ key: 'fdate', after: 'nobody' }] },
      '/fields/0/after UNKNOWN_FIELD',
    ],
    [
      'a new field',
      { fields: [{ key: 'fnew', type: 'select', dictCode: 'none' }] },
      '/fields/0/dictCode UNKNOWN_DICT',
    ],
    [
      'a detail',
      { fields: [{ key: 'items', fields: [{ key: 'fnum', compute: 'nix + 1' }] }] },
      '/fields/0/fields/0/compute UNKNOWN_NAME',
    ],
    [
      'a field that is changed twice',
      { fields: [{ key: 'fdate', width: 90 }, { key: 'ffiles' }, { key: 'fdate', sort: true }] },
      '/fields/2/key DUPLICATE_KEY',
    ],
    [
      'a setting of a field to go',
      { fields: [{ key: 'fdate', remove: true, width: 90 }] },
      '/fields/0/width BAD_VALUE',
    ],
    ['a field without a key', { fields: [{ width: 90 }] }, '/fields/0 MISSING_KEY'],
    ['a button', { actions: { row: ['adit'] } }, '/actions/row/0 UNKNOWN_NAME'],
    [
      'a data rule',
      { rowRules: [{ name: '规则', where: 'fremark + 1 == 2' }] },
      '/rowRules/0/where ROW_RULE',
    ],
    ['fields as a map', { fields: { fdate: { width: 90 } } }, '/fields BAD_VALUE'],
    ['a base that is none', { extends: 'stock/nothing' }, '/extends UNKNOWN_NAME'],
    ['a base of another kind', { extends: 'dict/unit' }, '/extends BAD_VALUE'],
    [
      'what breaks inside the base',
      { fields: [{ key: 'fstates', remove: true }] },
      '/fields/0 UNKNOWN_FIELD',
    ],
  ])('%s', (_name, overlay, problem) => {
    expect(check(overlay)).toContain(problem)
  })

  it('a circle is reported at extends', () => {
    const other = { ...head, id: 'stock/other', extends: 'stock/audit' }
    expect(check({ extends: 'stock/other' }, other)).toEqual(['/extends OVERLAY_CIRCLE'])
    expect(check({ extends: 'stock/audit' })).toEqual(['/extends OVERLAY_CIRCLE'])
  })

  it('a base with problems is reported once', () => {
    const fields = (bill.fields as JsonObject[]).map((field) => ({ ...field, typo: 1 }))
    expect(check({}, { ...bill, fields })).toEqual(['/extends BASE_BROKEN'])
  })

  it('there is no problem when the overlay is correct', () => {
    expect(check({ fields: [{ key: 'fnew', type: 'input', title: '新', after: 'fdate' }] })).toEqual([])
  })
})
