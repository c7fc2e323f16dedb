import { expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { affectedFiles } from '#server/documents/library/affected.ts'
import { type DocumentFile, readFolders } from '#server/documents/library/files.ts'
import { validateOnce } from '#server/documents/library/validate-once.ts'
import { collectNames, validateDocuments } from '#server/documents/validate.ts'

const files = readFolders(['schemas'], '.')
const listTexts = (results: Awaited<ReturnType<typeof validateDocuments>>['results']) =>
  results.flatMap(({ problems }) => problems.map(({ file, path, text }) => `${file}${path} ${text}`)).sort()
const check = async (list: readonly DocumentFile[], among: readonly DocumentFile[]) =>
  listTexts((await validateDocuments(list, collectNames(among, [], registeredNames))).results)
const load = (list: readonly DocumentFile[]) =>
  validateOnce(list, collectNames(list, [], registeredNames), new Map())

/** Changes that break other documents. */
const changes: [string, (document: JsonObject) => JsonObject | null][] = [
  ['base/goods', () => null],
  ['base/goods', (document) => ({ ...document, fields: (document.fields as JsonObject[]).slice(0, 2) })],
  ['base/goods', (document) => ({ ...document, table: { name: 'stk_stock' } })],
  ['dict/unit', () => null],
  ['dict/warehouse', (document) => ({ ...document, code: 'bill_state' })],
  ['picker/goods', (document) => ({ ...document, code: 'other_goods' })],
  ['report/stock-goods', (document) => ({ ...document, code: 'rp_other' })],
  ['system/check-rule', (document) => ({ ...document, component: ['system/DictList'] })],
  [
    'stock/in-bill',
    (document) => ({ ...document, menu: { parent: 'catalog', order: 1 }, perm: 'stock:other' }),
  ],
  ['reader/borrow', (document) => ({ ...document, fields: (document.fields as JsonObject[]).slice(1) })],
]

it.each(changes)(
  'the affected documents of a change of %s (%#) have all problems that it causes',
  async (id, change) => {
    const before = files.find(({ expectedId }) => expectedId === id)
    const current = before && isJsonObject(before.json) ? before.json : {}
    const changed = change(current)
    const after = files.flatMap((file): DocumentFile[] =>
      file !== before ? [file] : changed ? [{ ...file, json: changed }] : [],
    )
    const affected = affectedFiles(after, [current, ...(changed ? [changed] : [])])
    const all = await check(after, after)
    expect(await check(affected, after)).toEqual(all)
    expect(all).not.toEqual([])
    expect(affected.length).toBeLessThan(files.length / 2)
    // A load after one without problems.
    await load(files)
    const { results } = await load(after)
    expect(listTexts(results)).toEqual(all)
    expect(results.map(({ id }) => id)).toEqual(after.map(({ expectedId }) => expectedId))
  },
)
