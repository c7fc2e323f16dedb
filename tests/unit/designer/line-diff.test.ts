import { expect, it } from 'vitest'
import { foldLines, type LinePair, pairLines } from '#designer/release/line-diff.ts'

const show = (pairs: readonly LinePair[]) =>
  pairs.map(({ isSame, before, after }) =>
    isSame ? `${before?.number}=${after?.number}` : `${before?.text ?? ''}>${after?.text ?? ''}`,
  )

it('equal lines stand beside each other, changed ones in one row, others alone', () => {
  expect(show(pairLines('a\nb\nc\nd\ne', 'a\nB\nc\ne\nf'))).toEqual(['1=1', 'b>B', '3=3', 'd>', '5=4', '>f'])
  expect(show(pairLines('a\na\na', 'a'))).toEqual(['1=1', 'a>', 'a>'])
  expect(show(pairLines('same', 'same'))).toEqual(['1=1'])
})

it('both texts can be read from the rows', () => {
  const texts = ['', 'x', 'a\nb\nx\ny\na', 'b\na\nb\nz', 'y\nx\nb\na\n\n']
  for (const before of texts)
    for (const after of texts) {
      const pairs = pairLines(before, after)
      expect(pairs.flatMap((pair) => pair.before?.text ?? []).join('\n')).toBe(before)
      expect(pairs.flatMap((pair) => pair.after?.text ?? []).join('\n')).toBe(after)
      for (const pair of pairs) if (pair.isSame) expect(pair.before?.text).toBe(pair.after?.text)
    }
})

it('long runs of equal lines are left out around changes', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
  const changed = lines.with(10, 'other')
  const blocks = foldLines(pairLines(lines.join('\n'), changed.join('\n')))
  expect(blocks.map((block) => ('left' in block ? block.left : block.pairs.length))).toEqual([7, 7, 6])
})
