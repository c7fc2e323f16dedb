import Type from 'typebox'
import { listObjectEntries } from '#runtime/kernel/json.ts'
import { Text } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { EntrySource } from '../../sources.ts'
import { type BlockOf, defineBlockShape, namedKey, namedKeys } from '../block-shape.ts'
import { checkSource } from '../check-source.ts'
import { head, href, needs, widget } from '../parts.ts'

/** Records that wait for the user, of several screens in one list. */
export const entriesShape = defineBlockShape({
  name: 'entries',
  shape: {
    ...head,
    widget,
    needs,
    sources: withUse(
      { isCommon: true },
      required(
        '来源',
        '几个界面的记录排成一列',
        [{ screen: 'stock/in-bill', text: 'fbillno' }],
        Type.Array(EntrySource, { minItems: 1 }),
      ),
    ),
    empty: withUse({ isCommon: true }, optional('没有时', '没有记录时说的话', '没有等您处理的事', Text)),
    href,
  },
  check({ sources }, { path, ...context }) {
    for (const [at, source] of listObjectEntries(sources)) {
      const { tag, text, note } = source
      const keys = [...namedKey(['tag'], tag), ...namedKey(['text'], text), ...namedKeys(['note'], note)]
      checkSource(context, { source, path: [...path, 'sources', at], inner: [], keys })
    }
  },
})

export type EntriesBlock = BlockOf<typeof entriesShape>
