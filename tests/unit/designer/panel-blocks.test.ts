import { describe, expect, it } from 'vitest'
import { newPanel } from '#designer/create/new-documents.ts'
import { bindBlock } from '#designer/panel/block-data.ts'
import { insertBlock, listBlocks, moveBlock, removeBlock, replaceBlock } from '#designer/panel/block-edit.ts'
import { missingPart, newBlock } from '#designer/panel/block-types.ts'
import { listCards, resizeBlock } from '#designer/panel/panel-grid.ts'
import type { SourceField } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { blockPlans, findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { blockShapes } from '#runtime/schema/kinds/panel/blocks/shapes.ts'
import { withFigure } from '#runtime/schema/kinds/panel/blocks/statistic/plan.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { shippedDocuments } from '../shipped-documents.ts'

const text = (word: string) => ({ type: 'text', text: word })
const words = (panel: Record<string, unknown>) => listBlocks(panel).map((block) => block.text)
const panel = { columnCount: 12, blocks: [text('a'), text('b'), text('c')] }

describe('the blocks of a panel', () => {
  it('are added, moved, replaced and removed by position', () => {
    expect(words(insertBlock(panel, 1, text('x')))).toEqual(['a', 'x', 'b', 'c'])
    expect(words(moveBlock(panel, 0, 2))).toEqual(['b', 'c', 'a'])
    expect(words(replaceBlock(panel, 1, text('x')))).toEqual(['a', 'x', 'c'])
    expect(words(removeBlock(panel, 1))).toEqual(['a', 'c'])
  })

  it('stay as they are when a move leaves the grid', () => {
    expect(moveBlock(panel, 0, -1)).toBe(panel)
    expect(moveBlock(panel, 2, 3)).toBe(panel)
    expect(moveBlock(panel, 7, 0)).toBe(panel)
  })

  it('are at least one and at most all columns wide', () => {
    const widths = [-3, 4.4, 40].map((span) => listBlocks(resizeBlock(panel, 0, span))[0]?.span)
    expect(widths).toEqual([1, 4, undefined])
    expect(resizeBlock(panel, 0, 12)).toBe(panel)
  })

  it('form cards: joined ones share the card before them, figures a line of it, a quarter wide by default', () => {
    const figure = { type: 'statistic' }
    const joined = [
      { ...figure, joined: true },
      { ...text('a'), joined: true },
    ]
    const blocks = [{ ...text('first'), joined: true }, figure, ...joined, { ...text('b'), side: true }]
    const cards = listCards({ columnCount: 12, blocks })
    const positions = cards.map(({ lines }) => lines.map((line) => line.map(({ at }) => at)))
    expect(positions).toEqual([[[0]], [[1, 2], [3]], [[4]]])
    expect(cards.map(({ span, isAside }) => [span, isAside])).toEqual([
      [12, false],
      [3, false],
      [12, true],
    ])
  })
})

const fields: SourceField[] = [
  { key: 'famount', title: '金额', isNumber: true },
  { key: 'fname', title: '名称', isNumber: false },
]

const starter = (type: string) => {
  const plan = findBlockPlan({ type })
  if (!plan) throw new Error(`no block ${type}`)
  return newBlock(plan)
}
const goods = { name: 'screen:base/goods', title: '商品' }

describe('a block', () => {
  it('has an entry of the palette for each type of the language', () => {
    expect(blockPlans.map(({ name }) => name).sort()).toEqual(blockShapes.map(({ name }) => name).sort())
    expect(findBlockPlan({ type: 'toString' })).toBeUndefined()
  })

  it.each(blockPlans.filter(({ name }) => name !== 'text'))(
    'of the palette ($title) says what it still needs',
    (plan) => {
      expect(missingPart(newBlock(plan))).toMatch(/^请在右边/)
    },
  )

  it.each(['statistic', 'chart', 'table', 'description'] as const)(
    'of the type %s is complete when it is bound to a report',
    (type) => {
      const bound = bindBlock(starter(type), { name: 'report:rp_holdings', title: '馆藏', fields })
      expect(missingPart(bound)).toBeUndefined()
      expect(bound).toMatchObject({ title: '馆藏', source: { report: 'rp_holdings' } })
    },
  )

  it('keeps settings that fit the new data, and chooses others anew', () => {
    const chart = {
      type: 'chart',
      chart: { kind: 'line', x: 'fname', y: [{ key: 'famount', axis: 'right' }] },
    }
    expect(bindBlock(chart, { ...goods, fields }).chart).toBe(chart.chart)
    expect(bindBlock(chart, { ...goods, fields: fields.slice(0, 1) }).chart).toEqual({
      kind: 'line',
      x: 'famount',
      y: ['famount'],
    })
    const figure = { type: 'statistic', value: 'fold', statistics: 'sum' }
    expect(bindBlock(figure, { ...goods, fields })).toEqual({
      type: 'statistic',
      value: 'total',
      source: { screen: 'base/goods' },
    })
  })

  it('sums a field of many records, and counts without statistics', () => {
    const summed = withFigure({ type: 'statistic', value: 'total' }, 'famount')
    expect(summed).toMatchObject({ value: 'famount', statistics: 'sum' })
    expect(withFigure(summed, 'total')).toEqual({ type: 'statistic', value: 'total' })
  })

  it('of the palette, bound to a report, passes the check of documents', () => {
    const check = getDocumentCheck()
    const known = collectKnown(shippedDocuments, registeredNames)
    const holdings = shippedDocuments.find(
      (document) => 'code' in document && document.code === 'rp_holdings',
    )
    const columns = (holdings as { fields: { key: string; title?: string; type: string }[] }).fields.map(
      ({ key, title = key, type }) => ({ key, title, isNumber: type === 'inputNumber' }),
    )
    const blocks = (['statistic', 'chart', 'table', 'description'] as const).map((type) =>
      bindBlock(starter(type), { name: 'report:rp_holdings', title: '馆藏', fields: columns }),
    )
    const document = newPanel('report/trial', '试画', [...blocks, starter('text')])
    expect(check(document, { knownNames: known })).toEqual([])
  })
})
