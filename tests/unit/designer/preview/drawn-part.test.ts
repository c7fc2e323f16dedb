import { expect, it } from 'vitest'
import { drawnPart } from '#designer/preview/drawn-part.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const screen = (count: number, more: object = {}) =>
  ({
    version: 2,
    kind: 'screen',
    id: 'demo/wide',
    title: '宽',
    fields: Array.from({ length: count }, (_, at) => ({
      key: `f${at}`,
      type: 'input',
      ...(at === 150 && { compute: 'f7 + 1' }),
      ...(at === 7 && { compute: 'f9 * 2' }),
    })),
    ...more,
  }) as unknown as ScreenDocument
const drawnKeys = (part: ScreenDocument) =>
  part.fields.filter(({ form }) => form !== false).map(({ key }) => key)

it('draws a screen with few fields as it is', () => {
  const small = screen(40)
  expect(drawnPart(small, 'f3')).toEqual({ screen: small, before: 0, after: 0 })
  expect(drawnPart(small, 'f3').screen).toBe(small)
})

it('draws the part of a large screen around the selected field', () => {
  const part = drawnPart(screen(300), 'f150')
  expect([part.before, part.after]).toEqual([146, 142])
  expect(drawnKeys(part.screen)).toEqual(Array.from({ length: 12 }, (_, at) => `f${146 + at}`))
})

it('keeps the fields that formulas and other parts name, without drawing them', () => {
  const part = drawnPart(screen(300, { list: { sort: '-f200' } }), 'f150').screen
  expect(part.fields.filter(({ form }) => form === false).map(({ key }) => key)).toEqual(['f7', 'f9', 'f200'])
})

it.each([
  ['the first fields without a selection', undefined, 0, 288],
  ['the last fields for the last one', 'f299', 288, 0],
  ['the first fields for a key that no field has', 'gone', 0, 288],
])('draws %s', (_, selected, before, after) => {
  expect(drawnPart(screen(300), selected)).toMatchObject({ before, after })
})
