import { expect, it } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { drawnPart } from '../../../src/designer/drawn-part.ts'

const screen = (count: number) =>
  ({
    version: 1,
    kind: 'screen',
    id: 'demo/wide',
    title: '宽',
    fields: Array.from({ length: count }, (_, at) => ({ key: `f${at}`, type: 'input' })),
  }) as unknown as ScreenDocument
const drawnKeys = (part: ScreenDocument) =>
  part.fields.filter(({ form }) => form !== false).map(({ key }) => key)

it('draws a screen with few fields as it is', () => {
  const small = screen(30)
  expect(drawnPart(small, 'f3')).toEqual({ screen: small, before: 0, after: 0 })
  expect(drawnPart(small, 'f3').screen).toBe(small)
})

it('draws the part of a large screen around the selected field and keeps the others in the document', () => {
  const part = drawnPart(screen(300), 'f150')
  expect([part.before, part.after]).toEqual([144, 126])
  expect(drawnKeys(part.screen)).toHaveLength(30)
  expect(drawnKeys(part.screen)).toContain('f150')
  expect(part.screen.fields).toHaveLength(300)
})

it.each([
  ['the first fields without a selection', undefined, 0, 270],
  ['the last fields for the last one', 'f299', 270, 0],
  ['the first fields for a field of a detail table', 'gone', 0, 270],
])('draws %s', (_, selected, before, after) => {
  expect(drawnPart(screen(300), selected)).toMatchObject({ before, after })
})
