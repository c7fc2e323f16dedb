import { expect, it } from 'vitest'
import { pointerKeys, pointerPath } from '#runtime/kernel/pointer.ts'
import { pointer } from '#runtime/kernel/problem.ts'

it.each([
  [[], ''],
  [[''], '/'],
  [['items', 0, 'fnum'], '/items/0/fnum'],
  [['a/b', 'c~d', '~1'], '/a~1b/c~0d/~01'],
])('a JSON pointer gives the keys from which it was joined: %j', (keys, text) => {
  expect(pointer(...keys)).toBe(text)
  expect(pointerPath(text)).toEqual(keys)
  expect(pointerKeys(text)).toEqual(keys.map(String))
})
