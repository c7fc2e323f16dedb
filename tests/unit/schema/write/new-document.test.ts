import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import type { AnyDocumentKind } from '#runtime/schema/kinds/contract.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { buildDraft, checkSql } from '#server/reports/draft.ts'
import { runDocuments } from '../../../../scripts/documents/document-commands.ts'
import {
  buildSelect,
  findSource,
  newDocument,
  unmarkedTables,
} from '../../../../scripts/documents/new-document.ts'
import { checkDocument, fixtures, goodFiles, jsonOfFile, known } from '../world.ts'

const goods = findSource(known, 'stock/x', 'base/goods')

const kindNamed = (name: string): AnyDocumentKind => {
  const kind = documentKinds.find((entry) => entry.name === name)
  if (!kind) throw new Error(`no kind ${name}`)
  return kind
}

function written(name: string, id: string): JsonObject {
  const source = findSource(known, id)
  if (!source) throw new Error('no screen')
  const kind = kindNamed(name)
  if (!kind.starter.needsDraft) return newDocument(kind, id, known, source)
  const sql = buildSelect(source)
  const draft = { sql, ...buildDraft(checkSql(sql, known.columns), known.columns) }
  return newDocument(kind, id, known, source, draft)
}

describe('a new document', () => {
  it.each(documentKinds.filter(({ starter }) => !starter.namesLater).map(({ name }) => name))(
    'of the kind %s passes the check and is on the menu where it has a page',
    (kind) => {
      const id = 'stock/trial-one'
      const document = written(kind, id)
      const knownNames = collectKnown([...goodFiles.map(jsonOfFile), document], registeredNames)
      expect(checkDocument(document, { knownNames, expectedId: id })).toEqual([])
      expect(document).toMatchObject({ kind, id })
      const hasPage = ['screen', 'report', 'panel'].includes(kind)
      expect(document.menu).toEqual(
        hasPage ? { parent: 'stock', icon: expect.any(String), order: 100 } : undefined,
      )
    },
  )

  it('has no menu entry when its group is not on the menu', () => {
    expect(written('screen', 'archive/box')).not.toHaveProperty('menu')
  })

  it('has the fields and the detail tables of its screen when it is a print template', () => {
    const source = findSource(known, 'stock/x', 'stock/in-bill')
    if (!source) throw new Error('no screen')
    const { screen, blocks } = newDocument(kindNamed('print'), 'print/x', known, source)
    expect(screen).toBe('stock/in-bill')
    expect(blocks).toContainEqual({
      type: 'table',
      detail: 'items',
      columns: expect.arrayContaining(['fnum']),
    })
  })

  it('takes its records from the named screen, or from one of its group', () => {
    expect(goods).toMatchObject({ id: 'base/goods' })
    expect(findSource(known, 'stock/x')?.id).toMatch(/^stock\//)
    expect(findSource(known, 'stock/x', 'base/nothing')).toBeUndefined()
  })

  it('leaves deleted records out of a report over a table that marks them', () => {
    if (!goods) throw new Error('no screen')
    expect(buildSelect({ ...goods, isSoftDeleted: true })).toMatch(/ from bas_goods t where t\.del_flag = 0$/)
    expect(buildSelect({ ...goods, isSoftDeleted: false })).not.toContain('del_flag')
    const columns = new Map([['bas_goods', new Map([['del_flag', null]])]])
    expect(unmarkedTables('select fname from bas_goods', ['bas_goods'], columns)).toEqual(['bas_goods'])
    expect(unmarkedTables('select fname from bas_goods where del_flag = 0', ['bas_goods'], columns)).toEqual(
      [],
    )
  })
})

describe('npm run documents -- new', () => {
  const shipped = join(fixtures, '../../../schemas/base')
  const files = () => readdirSync(shipped).sort()

  it.each([
    ['an id that has a file', ['dict', 'base/goods'], 1, '已存在'],
    [
      'an unknown source',
      ['picker', 'base/trial', '--screen', 'base/nothing'],
      1,
      '没有界面「base/nothing」',
    ],
    ['an unknown kind', ['table', 'base/trial'], 2, 'screen|form|dict|picker|report|panel|print'],
    ['SQL for another kind', ['panel', 'base/trial', '--sql', 'select 1'], 2, '--sql 只用于 new report'],
    ['SQL over an unknown table', ['report', 'base/trial', '--sql', 'select a from nothing'], 1, '解析失败'],
  ])('refuses %s and writes nothing', async (_title, words, code, text) => {
    const before = files()
    const error = vi.spyOn(console, 'error').mockReturnValue()
    expect(await runDocuments(['new', ...words])).toBe(code)
    expect(asText(error.mock.calls[0]?.[0])).toContain(text)
    error.mockRestore()
    expect(files()).toEqual(before)
  })
})
