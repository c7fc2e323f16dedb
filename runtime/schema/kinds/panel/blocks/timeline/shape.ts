import { Key, Keys, Text } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import { type BlockOf, defineBlockShape, namedKey, namedKeys } from '../block-shape.ts'
import { head, href, needs, titles } from '../parts.ts'

/** Dated records, the newest first; more of them on request. */
export const timelineShape = defineBlockShape({
  name: 'timeline',
  shape: {
    ...head,
    needs,
    source,
    time: withUse({ isCommon: true }, required('时间', '哪个字段是时间，新的在前', 'createTime', Key)),
    label: withUse({ isCommon: true }, required('文字', '每条的文字是哪个字段', 'fbillno', Key)),
    tag: withUse({ isCommon: true }, optional('状态', '作标签的字段，圆点用它的颜色', 'fstates', Key)),
    notes: withUse(
      { isCommon: true },
      optional('小字', '每条下面的小字是哪些字段', ['fsupplier', 'fdate'], Keys),
    ),
    titles,
    empty: withUse({ isCommon: true }, optional('没有时', '没有记录时说的话', '近来没有动态', Text)),
    href,
  },
  hasRecord: true,
  keys: ({ time, label, tag, notes }) => [
    ...namedKey(['time'], time),
    ...namedKey(['label'], label),
    ...namedKey(['tag'], tag),
    ...namedKeys(['notes'], notes),
  ],
})

export type TimelineBlock = BlockOf<typeof timelineShape>
