import { expect, it } from 'vitest'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { emptyVariant, findNode, findVariant } from '#runtime/schema/settings/settings-node.ts'

const source = (await loadPanel('block.statistic')).find(({ field }) => field.key === 'source')?.node
const variants = source?.kind === 'choice' ? source.variants : []

it('objects of several shapes are variants with keys and titles of their own', () => {
  expect(variants.map(({ key, title }) => [key, title])).toEqual([
    ['screen', '界面'],
    ['report', '报表'],
    ['url', '接口'],
  ])
})

it('the variant of a value is the one whose key it has, else the first of its type', () => {
  expect(findVariant(variants, { report: 'rp_holdings' })?.key).toBe('report')
  expect(findVariant(variants, {})?.key).toBe('screen')
  expect(findVariant(variants, 'text')).toBeUndefined()
  expect(source && findNode(source, { url: '/a' })).toBe(variants[2]?.node)
})

it('a new value of a variant is recognised as that variant', () => {
  for (const variant of variants) expect(findVariant(variants, emptyVariant(variant))).toBe(variant)
})
