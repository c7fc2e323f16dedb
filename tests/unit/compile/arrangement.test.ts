import { describe, expect, it } from 'vitest'
import {
  listNew,
  listPermitted,
  movePlaced,
  type Origin,
  placeBlocks,
  resizeHeight,
  resizeWidth,
  toArranged,
} from '#runtime/compile/panel/arrangement.ts'
import {
  type ArrangedBlock,
  arrangementLimits,
  nameBlocks,
  readArrangement,
} from '#runtime/schema/kinds/panel/arrangement.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'

const buildOrigin = (id: string, blocks: object[], more: object = {}, codes: string[] = []): Origin => ({
  panel: { kind: 'panel', id, title: id, blocks, ...more } as unknown as PanelDocument,
  env: { can: (code) => codes.includes(code), documents: [], user: {}, params: {} },
})
const text = (title: string, more: object = {}) => ({ type: 'text', title, text: title, ...more })
const figure = { type: 'statistic', title: '馆藏', source: { url: '/x' }, value: 'n' }
const home = buildOrigin('home/work', [text('甲'), text('乙', { needs: 'secret' }), figure], {
  columnCount: 12,
})
const other = buildOrigin('home/other', [text('丙', { key: 'third', span: 6 })])
const origins = new Map([home, other].map((origin) => [origin.panel.id, origin]))
const arranged = (panel: string, block: string, span = 6): ArrangedBlock => ({ panel, block, span })

describe('the names of blocks', () => {
  it('are the key, else type and title, each only once', () => {
    const blocks = [text('甲'), text('甲'), text('甲', { key: 'first' }), { type: 'links' }, text('甲')]
    expect(nameBlocks(blocks)).toEqual(['text:甲', 'text:甲#2', 'first', 'links:', 'text:甲#3'])
  })

  it('are never longer than a stored name', () => {
    const names = nameBlocks([text('长'.repeat(500)), text('长'.repeat(500))])
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name.length).toBeLessThanOrEqual(arrangementLimits.name)
  })
})

describe('a stored arrangement', () => {
  it('is read, with a block that is placed twice only once and without words of others', () => {
    const first = { ...arranged('a/b', 'text:甲'), height: 3, extra: '<script>' }
    expect(readArrangement({ blocks: [first, arranged('a/b', 'text:甲', 2)], defaults: ['x'] })).toEqual({
      blocks: [{ panel: 'a/b', block: 'text:甲', span: 6, height: 3 }],
      defaults: ['x'],
    })
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'blocks'],
    ['no list', { blocks: { 0: arranged('a/b', 'c') }, defaults: [] }],
    ['no defaults', { blocks: [] }],
    ['a default that is no name', { blocks: [], defaults: [{}] }],
    ['a block without a panel', { blocks: [{ block: 'c', span: 1 }], defaults: [] }],
    ['a name without end', { blocks: [arranged('a/b', 'c'.repeat(9999))], defaults: [] }],
    ['a width of 0', { blocks: [arranged('a/b', 'c', 0)], defaults: [] }],
    ['a width of half a column', { blocks: [arranged('a/b', 'c', 1.5)], defaults: [] }],
    ['a width as text', { blocks: [{ panel: 'a/b', block: 'c', span: '6' }], defaults: [] }],
    ['a height out of bounds', { blocks: [{ ...arranged('a/b', 'c'), height: 1e9 }], defaults: [] }],
    [
      'too many blocks',
      { blocks: Array.from({ length: 61 }, (_, at) => arranged('a/b', `${at}`)), defaults: [] },
    ],
  ])('that is %s cannot be read', (_, raw) => {
    expect(readArrangement(raw)).toBeNull()
  })
})

describe('an arrangement over the panels of today', () => {
  it('shows its blocks in its order, as wide as the page at most', () => {
    const { placed, missing } = placeBlocks(
      [arranged('home/other', 'third', 24), { ...arranged('home/work', 'text:甲', 4), height: 2 }],
      origins,
      12,
    )
    expect(placed).toMatchObject([
      { title: '丙', span: 12, content: { text: '丙' } },
      { title: '甲', span: 4, height: 2 },
    ])
    expect(missing).toBe(0)
    expect(toArranged(placed)).toEqual([
      { panel: 'home/other', block: 'third', span: 12 },
      { panel: 'home/work', block: 'text:甲', span: 4, height: 2 },
    ])
  })

  it('leaves out what is gone, renamed, or not for the user, and counts it', () => {
    const blocks = [
      arranged('home/work', 'text:甲'),
      arranged('home/work', 'text:乙'),
      arranged('home/work', 'text:没有'),
      arranged('home/gone', 'text:甲'),
      arranged('home/work', '__proto__'),
    ]
    const { placed, missing } = placeBlocks(blocks, origins, 12)
    expect([placed.map(({ title }) => title), missing]).toEqual([['甲'], 4])
  })

  it('names the blocks that the panel got since then and that the user may see', () => {
    const stored = { blocks: [arranged('home/work', 'statistic:馆藏')], defaults: ['statistic:馆藏'] }
    expect(listNew(stored, home, 12).map(({ title }) => title)).toEqual(['甲'])
    expect(listNew({ ...stored, defaults: ['text:甲', 'statistic:馆藏'] }, home, 12)).toEqual([])
  })

  it('begins with the blocks of the document, as wide as there', () => {
    expect(listPermitted(home, 12).map(({ title, span }) => [title, span])).toEqual([
      ['甲', 12],
      ['馆藏', 3],
    ])
    // A block of a panel with 24 columns on one with 12.
    expect(listPermitted(other, 12).map(({ span }) => span)).toEqual([3])
  })
})

describe('a block that is being arranged', () => {
  const blocks = [arranged('a/b', '1'), arranged('a/b', '2'), arranged('a/b', '3')]
  const names = (list: readonly { block: string }[]) => list.map(({ block }) => block).join('')

  it('moves within the list only', () => {
    expect(names(movePlaced(blocks, 0, 2))).toBe('231')
    expect(names(movePlaced(blocks, 2, 0))).toBe('312')
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [5, 0],
      [-1, -1],
      [1, 1],
    ] as const)
      expect(movePlaced(blocks, from, to)).toBe(blocks)
  })

  it('is as wide as one column to all of them, and as high as its content or up to the limit', () => {
    expect(resizeWidth(blocks, 0, 99, 12)[0]?.span).toBe(12)
    expect(resizeWidth(blocks, 0, -3, 12)[0]?.span).toBe(1)
    expect(resizeWidth(blocks, 0, 6.4, 12)).toBe(blocks)
    expect(resizeHeight(blocks, 0, 99, 8)[0]?.height).toBe(8)
    const higher = resizeHeight(blocks, 0, 2, 8)
    expect(higher[0]?.height).toBe(2)
    expect(resizeHeight(higher, 0, 0, 8)[0]).toEqual(blocks[0])
    expect(resizeHeight(blocks, 0, -1, 8)).toBe(blocks)
  })
})
