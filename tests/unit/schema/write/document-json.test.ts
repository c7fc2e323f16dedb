import { describe, expect, it } from 'vitest'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'

const head = { id: 'a/b', title: '甲' }

describe('a written document', () => {
  it('is drawable when its kind has the list that it needs', () => {
    const panel = { ...head, kind: 'panel', blocks: [{ type: 'text' }] }
    expect(drawableDocument(panel)).toBe(panel)
    expect(drawableDocument({ ...head, kind: 'picker', fields: ['fname'] })).toBeDefined()
    expect(drawableDocument({ ...head, kind: 'dict' })).toBeDefined()
  })

  it.each([
    ['is no object', null],
    ['has no kind', { ...head, fields: [] }],
    ['has an unknown kind', { ...head, kind: 'chapter', fields: [] }],
    ['has a number as its title', { ...head, title: 1, kind: 'dict' }],
    ['has fields as a map', { ...head, kind: 'screen', fields: { fname: {} } }],
    ['has a field without a key', { ...head, kind: 'report', fields: [{ title: '名称' }] }],
    ['has a block without a type', { ...head, kind: 'panel', blocks: [{}] }],
  ])('is not drawable when it %s', (_, written) => {
    expect(drawableDocument(written)).toBeUndefined()
  })

  it('has a kind though it cannot be drawn', () => {
    expect(hasCapability({ kind: 'screen' }, 'hasTable')).toBe(true)
    expect(hasCapability(null, 'hasTable')).toBe(false)
  })
})
