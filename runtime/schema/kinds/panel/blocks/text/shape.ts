import Type from 'typebox'
import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { withoutFix } from '../../../../checks/report.ts'
import { closed, Key } from '../../../../language/base.ts'
import { optional, required, withUse } from '../../../../language/property.ts'
import { source } from '../../sources.ts'
import { type BlockContext, type BlockOf, defineBlockShape } from '../block-shape.ts'
import { checkSummed } from '../check-groups.ts'
import { checkSource } from '../check-source.ts'
import { head, href, needs, scale, statistics, value, widget } from '../parts.ts'
import { listPlaceholders } from './placeholders.ts'

/** A number that the text names. */
const TextFigure = Type.Object(
  {
    key: required('名字', '文字里写 {名字}', 'count', Key),
    source,
    value: value('total'),
    statistics,
    scale,
  },
  closed,
)

export const textShape = defineBlockShape({
  name: 'text',
  shape: {
    ...head,
    widget,
    needs,
    text: withUse(
      { isCommon: true },
      required('文字', '显示的文字', '本月入库 {count} 笔', Type.String({ minLength: 1, maxLength: 4000 })),
    ),
    figures: withUse(
      { isCommon: true },
      optional(
        '数字',
        '文字里的数字，各有来源；文字里的 {名字} 换成它',
        [{ key: 'count', source: { screen: 'stock/in-bill' }, value: 'total' }],
        Type.Array(TextFigure, { minItems: 1, maxItems: 12 }),
      ),
    ),
    markdown: withUse({ isCommon: true }, optional('Markdown', '文字是 Markdown', true, Type.Boolean())),
    href,
  },
  check,
})

export type TextBlock = BlockOf<typeof textShape>

/** Checks that the text and its figures name each other. */
function check(block: JsonObject, context: BlockContext): void {
  const { report, path } = context
  if (block.figures === undefined) return
  const figures = listObjectEntries(block.figures)
  const keys = figures.map(([, { key }]) => asText(key) ?? '')
  // A figure without a name has a problem of its own.
  const areNamed = figures.every(([, { key }]) => typeof key === 'string')
  const named = listPlaceholders(asText(block.text) ?? '')
  for (const key of named)
    if (areNamed && !keys.includes(key)) {
      const text = `没有数字「${key}」：请在 figures 里加一个，或改成已有的`
      withoutFix(report)([...path, 'text'], { code: 'UNKNOWN_NAME', text, word: key, words: keys })
    }
  const seen = new Set<string>()
  for (const [at, figure] of figures) {
    const inner = [...path, 'figures', at]
    const { key, source: from, value: number, statistics: summed } = figure
    if (typeof key !== 'string') continue
    if (seen.has(key))
      report([...inner, 'key'], {
        code: 'DUPLICATE_KEY',
        text: `数字「${key}」写了两次，请改一个名字`,
      })
    else if (!named.includes(key))
      report([...inner, 'key'], {
        code: 'BAD_VALUE',
        text: `文字里没有 {${key}}，请写上，或删去这个数字`,
      })
    seen.add(key)
    checkSummed({ source: from, statistics: summed }, { ...context, path: inner })
    if (!isJsonObject(from)) continue
    const isCounted = number === 'total' || typeof number !== 'string'
    checkSource(context, {
      source: from,
      path: inner,
      inner: ['source'],
      keys: isCounted ? [] : [{ path: ['value'], key: number }],
    })
  }
}
