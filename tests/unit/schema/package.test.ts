import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { collectNeeds } from '#runtime/schema/package/needs.ts'
import { buildPackage, readPackage } from '#runtime/schema/package/package-file.ts'
import { renamePackage } from '#runtime/schema/package/rename-package.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { requirePattern } from '#server/documents/check/patterns.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { pathsIn } from '#server/documents/library/files.ts'
import { renameInSql } from '#server/documents/report-sql/rename-in-sql.ts'

const folder = join(import.meta.dirname, '../../../schemas')
const shipped = new Map(
  [...pathsIn(folder)].map((path) => {
    const { $schema: _, ...json } = JSON.parse(readFileSync(path, 'utf8')) as JsonObject
    const document = migrate(json).document as JsonObject
    return [String(document.id), document]
  }),
)
const check = getDocumentCheck()
const parts = {
  types: fieldValues,
  settings: fieldSettings,
  compilePattern: requirePattern,
  check,
  registered: registeredNames,
  renameInSql,
}
const knownNames = collectKnown(shipped.values(), registeredNames)
const listNeeds = (ids: string[], isLeaf = (_: string) => false) =>
  collectNeeds(ids, { ...parts, knownNames }, isLeaf)
const pack = (ids: string[]): string =>
  JSON.stringify(
    buildPackage(
      ids.map((id) => shipped.get(id) as JsonObject),
      '1.0.0',
    ),
  )

it('each shipped document with its needs passes the check by itself, and comes back unchanged from its package', () => {
  for (const id of shipped.keys()) {
    const ids = [id, ...listNeeds([id]).documents.keys()]
    const read = readPackage(pack(ids))
    if ('fault' in read) throw new Error(`${id}: ${read.fault}`)
    expect(read.documents).toEqual(ids.map((other) => shipped.get(other)))
    const alone = collectKnown(read.documents, registeredNames)
    // A menu group of another document is no need: without it the entry has no place.
    const menuParents = knownNames.menuParents
    expect(check(read.documents[0], { knownNames: { ...alone, menuParents } }), id).toEqual([])
  }
}, 300_000)

it('a bill needs its dictionaries, pickers, prints and panes, and stops at documents of the application', () => {
  const needed = [...listNeeds(['stock/in-bill'], (id) => id.startsWith('system/')).documents.keys()]
  expect(needed).toEqual(
    expect.arrayContaining(['print/in-bill', 'base/goods', 'picker/goods', 'dict/bill-state']),
  )
  expect(listNeeds(['stock/in-bill-audit']).documents.get('stock/in-bill')).toContain('stock/in-bill-audit')
})

describe('a package file', () => {
  const document = { version: 2, kind: 'dict', id: 'demo/wood', title: '木料', code: 'demo_wood', items: [] }
  const file = (documents: unknown, more: object = {}) =>
    JSON.stringify({ format: 'document-package', version: 1, product: '1', documents, ...more })
  const role = (id: string) => ({
    code: 'a',
    name: '甲',
    grants: [{ document: id, hasEntry: true, codes: [] }],
  })
  const entry = (id: string, values: object = {}) => ({ document: id, values })
  const menu = (values: object, groups: object[] = []) => ({ groups, entries: [entry('demo/wood', values)] })
  const group = (id: string, parentId: string, url = '/g') => ({ id, parentId, url, name: id })
  it.each([
    ['{"format":', '不是完整的 JSON'],
    ['{"a":1,"a":2}', '不是完整的 JSON'],
    ['[]', '不是文档包'],
    [file([document], { version: 9 }), '请升级程序'],
    [file([document], { roles: [{ code: 'a', name: '甲' }] }), 'roles/0'],
    [file([document], { roles: [role('demo/other')] }), '包里没有这份文档'],
    [file([document], { roles: [role('demo/wood'), role('demo/wood')] }), '角色「a」写了两次'],
    [file([document]).replace('"documents"', '"roles":[{"__proto__":{}}],"documents"'), 'roles/0'],
    [file([document], { menu: { groups: [], entries: [entry('demo/other')] } }), '包里没有这份文档'],
    [file([document], { menu: menu({ perms: 'role:grant' }) }), 'menu/entries/0/values'],
    [file([document], { menu: menu({ url: '/x' }) }), 'menu/entries/0/values'],
    [file([document], { menu: menu({}, [group('g', '')]) }), '下面没有包里的文档'],
    [file([document], { menu: menu({ parentId: 'g' }, [group('g', 'h'), group('h', 'g')]) }), '在自己下面'],
    [
      file([document], { menu: menu({ parentId: 'g' }, [group('g', '', 'https://a.example')]) }),
      'groups/0/url',
    ],
    [file([]), '没有文档'],
    [file(Array.from({ length: 201 }, () => document)), '最多 200 份'],
    [file([document, document]), '第 2 份文档与前面的编号相同：demo/wood'],
    [file([document, 3]), '第 2 份文档不是 JSON 对象'],
    [file([{ ...document, id: '../etc' }]), '没有编号'],
    [file([{ ...document, version: 99 }]), '请升级程序'],
    [file([{ ...document, version: undefined }]), '没有格式版本'],
    [file([document]).replace('"items":[]', '"items":[{"__proto__":{"a":1}}]'), '不能用「__proto__」'],
  ])('%.40s is refused with the place and the remedy', (text, fault) => {
    expect(readPackage(text)).toMatchObject({ fault: expect.stringContaining(fault) })
  })
})

it('a document under another id takes its uses in the package along, and nothing that the present one has', () => {
  const ids = ['base/supplier', 'dict/supplier', 'picker/supplier']
  const documents = ids.map((id) => shipped.get(id) as JsonObject)
  const renamings = [
    { kind: 'document' as const, from: 'base/supplier', to: 'base/vendor' },
    { kind: 'table' as const, from: 'bas_supplier', to: 'bas_vendor' },
    { kind: 'dict' as const, from: 'bas_supplier,fname,id', to: 'vendor' },
  ]
  const renamed = renamePackage(documents, renamings, knownNames.owners, parts)
  expect(renamed.faults).toEqual([])
  const [screen, dict, picker] = renamed.documents
  expect(screen).toMatchObject({ id: 'base/vendor', table: { name: 'bas_vendor' } })
  expect(screen).not.toHaveProperty('perm')
  expect(JSON.stringify(screen)).not.toContain('"base:supplier:')
  expect(screen?.table).not.toHaveProperty('renamedFrom')
  expect(dict).toMatchObject({ source: { screen: 'base/vendor' } })
  expect(picker).toMatchObject({ source: { screen: 'base/vendor' } })
})
