import Type from 'typebox'
import { asText, type JsonObject, listTextEntries, listTexts } from '#runtime/kernel/json.ts'
import { part } from '../../../../checks/context.ts'
import { closed, Key, Keys } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import {
  type BlockContext,
  type BlockOf,
  defineBlockShape,
  type NamedKey,
  namedKey,
  namedKeys,
} from '../block-shape.ts'
import { checkGroups, summedFields } from '../check-groups.ts'
import { dateUnit, head, href, needs, scale, titles } from '../parts.ts'

/** Records with the same values of `rows` and `columns` are one cell. */
const Cross = Type.Object(
  {
    rows: required(
      '行',
      '按哪些字段分行，一个或两个',
      ['fwarehouse', 'fclass'],
      Type.Array(Key, { minItems: 1, maxItems: 2, uniqueItems: true }),
    ),
    columns: required('列', '按哪一个字段分列', ['fmonth'], Type.Array(Key, { minItems: 1, maxItems: 1 })),
    value: required('数值', '合计哪个数字字段；取自界面的，total 是条数', 'famount', Key),
    dateUnit,
    scale,
    subtotals: optional('小计', '按两个字段分行时，第一个字段的每个值后有小计', true, Type.Boolean()),
    collapsed: optional(
      '先收起',
      '按两个字段分行时，先只有第一个字段的各行，点开才有第二个的',
      true,
      Type.Boolean(),
    ),
  },
  closed,
)

export const tableShape = defineBlockShape({
  name: 'table',
  shape: {
    ...head,
    needs,
    source,
    fields: optional('字段', '显示哪些字段', ['fbillno', 'fdate'], Keys),
    cross: withUse(
      { isCommon: true },
      optional(
        '交叉表',
        '行和列各是一个字段的值，格子里是合计；不写 fields',
        { rows: ['fwarehouse'], columns: ['fmonth'], value: 'famount' },
        Cross,
      ),
    ),
    titles,
    href,
  },
  hasRecord: true,
  keys(block) {
    const { by, sums } = listCrossed(block)
    return [
      ...by,
      ...summedFields(block, sums).map((named) => ({ ...named, unlessNumber: '不能合计' })),
      ...namedKeys(['fields'], block.fields),
    ]
  },
  isGrouped: ({ cross }) => cross !== undefined,
  check,
})

export type TableBlock = BlockOf<typeof tableShape>

/** The keys of the rows and the columns of a cross table, and that of its cells. */
function listCrossed(block: JsonObject): Record<'by' | 'sums', NamedKey[]> {
  const { rows, columns, value } = part(block, 'cross')
  const by = [...namedKeys(['cross', 'rows'], rows), ...namedKeys(['cross', 'columns'], columns)]
  return { by, sums: namedKey(['cross', 'value'], value) }
}

/** Checks that a table has columns, or is a cross table of a report or a call. */
function check(block: JsonObject, context: BlockContext): void {
  const { fields, cross, href } = block
  const { report, path } = context
  if (fields === undefined && cross === undefined)
    report(path, { code: 'MISSING_KEY', text: '缺少 fields：请写显示哪些字段，或写 cross 画交叉表' })
  if (cross === undefined) return
  checkGroups(block, context, { ...listCrossed(block), unit: ['cross', 'dateUnit'] })
  if (fields !== undefined)
    report([...path, 'fields'], { code: 'BAD_VALUE', text: '交叉表的列由 cross 决定，请删去 fields' })
  const { rows, columns, subtotals, collapsed } = part({ cross }, 'cross')
  const across = new Set(listTexts(columns))
  const twice = listTextEntries(rows).find(([, key]) => across.has(key))
  if (twice)
    report([...path, 'cross', 'rows', twice[0]], {
      code: 'BAD_VALUE',
      text: `「${twice[1]}」已经分列，不能再分行，请换一个字段`,
    })
  if (subtotals === true && listTextEntries(rows).length < 2)
    report([...path, 'cross', 'subtotals'], {
      code: 'BAD_VALUE',
      text: '按两个字段分行才有小计，请在 rows 里再写一个字段，或删去 subtotals',
    })
  if (collapsed === true && listTextEntries(rows).length < 2)
    report([...path, 'cross', 'collapsed'], {
      code: 'BAD_VALUE',
      text: '按两个字段分行才能收起，请在 rows 里再写一个字段，或删去 collapsed',
    })
  if (asText(href)?.includes('{'))
    report([...path, 'href'], { code: 'BAD_VALUE', text: '交叉表的一行是多条记录的合计，链接不能带 {字段}' })
}
