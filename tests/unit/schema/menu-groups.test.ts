import { describe, expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { editorNames } from '../../../scripts/build/editor-names.ts'
import { checkDocument } from './world.ts'

const screen = (name: string, menu: object) => ({
  version: 2,
  kind: 'screen',
  id: `archive/${name}`,
  title: name,
  table: { name: `arc_${name}` },
  menu,
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
})
const group = { title: '档案管理', icon: 'folder', order: 35 }
const file = screen('file', { parent: 'archive', group })
const box = screen('box', { parent: 'archive' })

const listProblems = (document: object, others: object[] = []) =>
  checkDocument(document, { knownNames: collectKnown([...others, document], registeredNames) })

describe('a menu group', () => {
  it('is known to its document and to others when one document adds it', () => {
    expect(listProblems(file)).toEqual([])
    expect(listProblems(box, [file])).toEqual([])
  })

  it('may be below a built-in group', () => {
    const inner = { ...group, parent: 'report' }
    expect(listProblems(screen('file', { parent: 'archive', group: inner }))).toEqual([])
  })

  it.each<[string, object, object[], string, string]>([
    [
      'the group above it is not built-in',
      screen('file', { parent: 'archive', group: { ...group, parent: 'reports' } }),
      [],
      '/menu/group/parent',
      '没有自带的菜单组「reports」',
    ],
    ['no document adds it', box, [], '/menu/parent', '没有上级菜单「archive」'],
    ['two documents add it', screen('box', { parent: 'archive', group }), [file], '/menu/parent', '已被文档'],
    ['it is a built-in group', screen('file', { parent: 'stock', group }), [], '/menu/group', '是自带的'],
    ['it has no name', screen('file', { group }), [], '/menu/group', '缺少 parent'],
    [
      'its icon does not exist',
      screen('file', { parent: 'archive', group: { ...group, icon: 'foldr' } }),
      [],
      '/menu/group/icon',
      '没有图标',
    ],
  ])('is one problem when %s', (_title, document, others, path, text) => {
    const problems = listProblems(document, others)
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(problems[0]?.text).toContain(text)
  })

  it('is proposed by editors when it is built-in, and accepted when it is new', () => {
    const { anyOf } = editorNames.menuParents as unknown as {
      anyOf: [{ enum: string[] }, { pattern: string }]
    }
    const [proposed, accepted] = anyOf
    expect(proposed.enum).toContain('stock')
    expect('archive').toMatch(new RegExp(accepted.pattern))
  })
})
