import { expect, it } from 'vitest'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument } from '../world.ts'

const dict = (more: object) => ({ version: 2, kind: 'dict', id: 'stock/words', title: '试验', ...more })

it('an unknown dictionary among many is one problem that names some of them', () => {
  const dicts = Array.from({ length: 40 }, (_, at) =>
    dict({ id: `stock/dict${at}`, code: `known_${at}`, items: [{ value: '1', text: '甲' }] }),
  )
  const knownNames = collectKnown(dicts, registeredNames)
  const fields = [{ key: 'fx', title: '甲', type: 'select', dictCode: 'zzzzzz' }]
  const screen = {
    version: 2,
    kind: 'screen',
    id: 'stock/t',
    title: '试验',
    table: { name: 'stk_t' },
    fields,
  }
  expect(checkDocument(screen, { knownNames }).map(({ text }) => text)).toEqual([
    '字段「fx」的 dictCode：没有字典「zzzzzz」，可写 known_0、known_1、known_2、known_3、known_4 等 40 个之一',
  ])
})
