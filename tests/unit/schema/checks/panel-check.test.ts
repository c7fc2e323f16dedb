import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument, known } from '../world.ts'

const source = { url: '/x' }
const check = (block: object, filters?: object[]) => {
  const document = {
    version: 2,
    kind: 'panel',
    id: 'base/figures',
    title: '数字',
    blocks: [block],
    ...(filters ? { filters } : {}),
  }
  return checkDocument(document, { knownNames: collectKnown([document], registeredNames) }).map(
    ({ path, code }) => `${path} ${code}`,
  )
}
const chart = (plot: object) => ({ type: 'chart', source, chart: { kind: 'bar', x: 'a', y: ['b'], ...plot } })
const cross = { rows: ['a'], columns: ['b'], value: 'c' }
const asking = { ...chart({}), source: { url: '/x', query: { a: '=params.shelf' } } }
const shelf = { key: 'shelf', title: '书库', type: 'input' }

it.each<[string, string[], string[]]>([
  [
    'a stacked chart with a right axis',
    check(chart({ stack: true, y: ['b', { key: 'c', axis: 'right' }] })),
    [],
  ],
  ['a stacked pie', check(chart({ kind: 'pie', stack: true })), ['/blocks/0/chart/stack BAD_VALUE']],
  [
    'a pie with a right axis',
    check(chart({ kind: 'pie', y: [{ key: 'b', axis: 'right' }] })),
    ['/blocks/0/chart/y/0/axis BAD_VALUE'],
  ],
  ['a cross table', check({ type: 'table', source, cross }), []],
  [
    'a title of a key that the block does not show',
    check({ ...chart({ x: 'day', y: ['visit'] }), titles: { vist: '访问', day: '日期' } }),
    ['/blocks/0/titles/vist UNKNOWN_FIELD'],
  ],
  [
    'a chart of texts',
    checkDocument(
      {
        version: 2,
        kind: 'panel',
        id: 'base/figures',
        title: '数字',
        blocks: [{ ...chart({ x: 'fdate', y: ['fbillno'] }), source: { screen: 'stock/in-bill' } }],
      },
      { knownNames: known },
    ).map(({ path, code }) => `${path} ${code}`),
    ['/blocks/0/chart/y/0 BAD_VALUE'],
  ],
  ['a table without columns', check({ type: 'table', source }), ['/blocks/0 MISSING_KEY']],
  [
    'a cross table with columns of its own',
    check({ type: 'table', source, cross, fields: ['a'] }),
    ['/blocks/0/fields BAD_VALUE'],
  ],
  [
    'a cross table with links of its rows',
    check({ type: 'table', source, cross, href: '/a/b?c={c}' }),
    ['/blocks/0/href BAD_VALUE'],
  ],
  ['a query by a filter', check(asking, [shelf]), []],
  ['a query by a filter that is missing', check(asking), ['/blocks/0/source/query/a UNKNOWN_NAME']],
  ['two filters of one name', check(asking, [shelf, shelf]), ['/filters/1/key DUPLICATE_KEY']],
  ['a hidden filter', check(asking, [{ ...shelf, type: 'hidden' }]), ['/filters/0/type BAD_VALUE']],
  [
    'a filter with an unknown dictionary',
    check(asking, [{ ...shelf, type: 'select', dictCode: 'ghost' }]),
    ['/filters/0/dictCode UNKNOWN_DICT'],
  ],
])('%s', (_name, found, problems) => {
  expect(found).toEqual(problems)
})
