import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument } from '../world.ts'

const place = {
  version: 2,
  kind: 'screen',
  id: 'base/place',
  title: '库位',
  table: { name: 'bas_place' },
  tree: { parent: 'parentId', hasChild: 'hasChild', text: 'fname' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'parentId', title: '上级', type: 'input' },
    { key: 'hasChild', type: 'hidden' },
    { key: 'fshown', title: '不存', type: 'input', persist: false },
  ],
  list: { layout: 'tree' },
  actions: { row: ['addChild', 'edit'] },
}
const check = (over: Record<string, unknown>) => {
  const document = { ...place, ...over }
  for (const key of Object.keys(over))
    if (over[key] === null) delete (document as Record<string, unknown>)[key]
  return checkDocument(document, { knownNames: collectKnown([document], registeredNames) }).map(
    ({ path, code }) => `${path} ${code}`,
  )
}

it.each([
  ['a tree as it should be', {}, []],
  ['a parent that is no field', { tree: { ...place.tree, parent: 'pid' } }, ['/tree/parent UNKNOWN_FIELD']],
  ['a parent that is not stored', { tree: { ...place.tree, parent: 'fshown' } }, ['/tree/parent BAD_VALUE']],
  ['a column that is no field', { tree: { ...place.tree, text: 'name' } }, ['/tree/text UNKNOWN_FIELD']],
  [
    'a word about children in the field of the parent',
    {
      tree: { ...place.tree, hasChild: 'hasChild', parent: 'hasChild' },
    },
    ['/tree/hasChild BAD_VALUE'],
  ],
  [
    'a word about children that people type',
    { tree: { ...place.tree, hasChild: 'fname' } },
    ['/tree/hasChild BAD_VALUE'],
  ],
  ['both words about children', { tree: { ...place.tree, leaf: 'hasChild' } }, ['/tree/leaf BAD_VALUE']],
  ['none, although branches are loaded one by one', { tree: { parent: 'parentId' } }, ['/tree MISSING_KEY']],
  ['none, where the whole tree comes at once', { tree: { parent: 'parentId', lazy: false } }, []],
  ['a tree that is no tree list', { list: {} }, ['/tree BAD_VALUE']],
  ['a tree list without a tree', { tree: null, actions: {} }, ['/list/layout MISSING_KEY']],
  ['a child button in a plain list', { tree: null, list: {} }, ['/actions/row/0 BAD_VALUE']],
])('%s', (_name, over, problems) => {
  expect(check(over)).toEqual(problems)
})
