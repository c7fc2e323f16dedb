import Type from 'typebox'
import { type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { closed, Key, Text } from '../../../../language/base.ts'
import { colors } from '../../../../language/colors.ts'
import { optional, required, withUse, words } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import { type BlockOf, defineBlockShape, type NamedKey, namedKey } from '../block-shape.ts'
import { checkSummed } from '../check-groups.ts'
import { href, needs, place, scale, statistics, title, value } from '../parts.ts'

const unit = (example: string) => optional('单位', '数字后面的字', example, Text)

/** A smaller number below, from the same records; `color` is its colour unless it is zero. */
const Fact = Type.Object(
  {
    title: required('标题', '小数字前的字', '外借', Text),
    value: value('flent'),
    statistics,
    scale: optional('小数位', '小数点后几位', 2, Type.Integer({ minimum: 0, maximum: 10 })),
    unit: unit('种'),
    color: optional('颜色', '不是零时的颜色', 'warning', colors),
  },
  closed,
)

const keyOfValue = (path: readonly (string | number)[], key: unknown): NamedKey[] =>
  key === 'total' ? [] : namedKey([...path], key)

/** One number: `value` names a key, or is `total`, the number of records. */
export const statisticShape = defineBlockShape({
  name: 'statistic',
  shape: {
    title: withUse({ isCommon: true }, required(...title)),
    ...place,
    needs,
    source,
    value: value('total'),
    statistics,
    scale: withUse({ isCommon: true }, scale),
    unit: withUse({ isCommon: true }, unit('册')),
    note: withUse({ isCommon: true }, optional('注', '数字下面的小字', '不含外借', Text)),
    target: withUse(
      { isCommon: true },
      optional(
        '目标',
        '画出完成了多少：一个数，或同样记录里的哪个字段',
        1000,
        Type.Union([Type.Number({ exclusiveMinimum: 0 }), Key]),
      ),
    ),
    look: withUse(
      { isCommon: true },
      optional('目标的画法', '缺省是一条进度', 'gauge', words({ gauge: '仪表' })),
    ),
    facts: withUse(
      { isCommon: true },
      optional(
        '小数字',
        '数字下面的几个小数字，取自同样的记录',
        [{ title: '外借', value: 'flent' }],
        Type.Array(Fact, { minItems: 1 }),
      ),
    ),
    href,
  },
  hasRecord: true,
  keys: (block: JsonObject) => [
    ...listObjectEntries(block.facts).flatMap(([at, { value }]) => keyOfValue(['facts', at, 'value'], value)),
    ...keyOfValue(['value'], block.value),
    ...keyOfValue(['target'], block.target),
  ],
  check(block, context) {
    checkSummed(block, context)
    if (block.look === undefined || block.target !== undefined) return
    const text = '没有目标，画不出仪表：请写 target，或删去 look'
    context.report([...context.path, 'look'], { code: 'BAD_VALUE', text })
  },
})

export type StatisticBlock = BlockOf<typeof statisticShape>
