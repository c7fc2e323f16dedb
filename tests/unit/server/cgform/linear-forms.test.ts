import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { type Configuration, toDocument } from '#server/modules/cgform/heads/settings/configuration.ts'
import { MAX_UNSUPPORTED, unsupportedSettings } from '#server/modules/cgform/heads/unsupported-settings.ts'
import { editDocument } from '#server/modules/cgform/heads/write/edit.ts'
import { listHeadings } from '#server/records/excel/workbook/headings.ts'
import { LINEAR_LIMIT, measureGrowth } from '../../cpu-time.ts'

const target = {
  id: 'demo/goods',
  table: { name: 'bas_goods' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
} as unknown as StoredScreen
const links = { findScreen: () => target, findPicker: () => 'goods' }
const head = { tableName: 'demo_form', tableTxt: '表单' }
const buildRows = (count: number, write: (at: number) => JsonObject) =>
  Array.from({ length: count }, (_, at) => write(at))
const row = (name: string, more: JsonObject = {}): JsonObject => ({
  dbFieldName: name,
  dbFieldTxt: '名称',
  fieldShowType: 'text',
  ...more,
})
const buildForm = (fields: JsonObject[]): Configuration => ({ head, fields, indexs: [] })
const linked = (name: string, link: string) =>
  row(name, { fieldShowType: 'link_table_field', dictTable: link, dictText: 'fname' })
const link = (name: string) => row(name, { fieldShowType: 'link_table', dictTable: 'bas_goods' })

/** The text of a JSON object in objects, `depth` of them, the last one with `width` words. */
const nested = (depth: number, width: number): string =>
  '{"a":'.repeat(depth) +
  JSON.stringify(Object.fromEntries(Array.from({ length: width }, (_, at) => [`w${at}`, 1]))) +
  '}'.repeat(depth)

const screenOfRows = (count: number) =>
  toDocument('demo/form', [buildForm(buildRows(count, (at) => row(`f${at}`)))], links)

describe('the time to read a form grows with its length', () => {
  it.each<[string, (size: number) => unknown]>([
    [
      'whose fields show values of linked records',
      (size) => {
        const pairs = buildRows(size, (at) => linked(`v${at}`, `l${at}`))
        return toDocument(
          'demo/form',
          [buildForm([...buildRows(size, (at) => link(`l${at}`)), ...pairs])],
          links,
        )
      },
    ],
    [
      'with objects in the text of a word',
      (size) =>
        unsupportedSettings({ ...buildForm([]), head: { x: nested(size / 8, size / 8) } }, buildForm([])),
    ],
    [
      'with rows that no saved form has',
      (size) =>
        unsupportedSettings(
          buildForm(buildRows(size, (at) => row(`a${at}`))),
          buildForm(buildRows(size, (at) => row(`b${at}`))),
        ),
    ],
    [
      'whose fields have one title',
      (size) =>
        listHeadings(buildRows(size, (at) => ({ key: `f${at}`, title: '名称' })) as unknown as Field[]),
    ],
  ])('%s', async (_, read) => {
    expect(await measureGrowth(read, 1000)).toBeLessThan(LINEAR_LIMIT)
  })

  it('whose rows are edited', async () => {
    const documents = new Map([250, 2000].map((count) => [count, screenOfRows(count)]))
    const edit = (size: number) => {
      const fields = buildRows(size, (at) => row(`f${size - at - 1}`))
      const deleteFieldIds = Array.from({ length: size }, (_, at) => `none.${at}`)
      return editDocument(
        documents.get(size) ?? {},
        { ...buildForm(fields), deleteFieldIds, deleteIndexIds: [] },
        null,
        links,
      )
    }
    expect(await measureGrowth(edit, 250)).toBeLessThan(LINEAR_LIMIT)
  })
})

it('a saved form names at most 200 words that it has not', () => {
  const words = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`w${at}`, 'x']))
  expect(unsupportedSettings({ ...buildForm([]), head: words }, buildForm([]))).toHaveLength(MAX_UNSUPPORTED)
})

it('a word with 100,000 objects in each other is compared as a whole', () => {
  const left = unsupportedSettings({ ...buildForm([]), head: { x: nested(100_000, 1) } }, buildForm([]))
  expect(left).toEqual(['head.x'])
})

it('two new rows without an id are two fields', () => {
  const fields = [row('fone'), row('ftwo')]
  const edit = { ...buildForm(fields), deleteFieldIds: [], deleteIndexIds: [] }
  const { fields: after } = editDocument(screenOfRows(1), edit, null, links)
  expect((after as Field[]).map(({ key }) => key)).toEqual(['f0', 'fone', 'ftwo'])
})
