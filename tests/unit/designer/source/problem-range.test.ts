import { expect, test } from 'vitest'
import { problemRange } from '#designer/source/problem-range.ts'
import { readNode, textTree } from '#designer/source/text-tree.ts'

const text = `{
  "kind": "screen", "list/all": true,
  "fields": [
    { "key": "fname", "titel": "名称", "validateRules": [{ "required": true }] },
    { "key": "items", "type": "table", "fields": [{ "key": "fnum", "width": 99999 }] }
  ]
}
`
const marked = (pointer: string, isKey?: boolean): string => {
  const { from, to } = problemRange(textTree(text), text, pointer, isKey)
  return text.slice(from, to)
}

test.each([
  ['/kind', '"screen"'],
  ['/list~1all', 'true'],
  ['/fields', '"fields"'],
  ['/fields/0', '{ "key": "fname"'],
  ['/fields/0/validateRules', '"validateRules"'],
  ['/fields/0/validateRules/0/required', 'true'],
  ['/fields/1/fields/0/width', '99999'],
  // A part that is missing is marked at what contains it.
  ['/fields/1/fields/0/type', '{ "key": "fnum"'],
  ['/fields/7/type', '"fields"'],
  ['/title', '{\n  "kind": "screen"'],
  ['', '{\n  "kind": "screen"'],
])('a problem at %s is marked at %s', (pointer, expected) => {
  expect(marked(pointer)).toBe(expected)
})

test('an unknown key is marked itself', () => {
  expect(marked('/fields/0/titel', true)).toBe('"titel"')
})

test.each([
  ['{ "a": 1, "b": [true, { "c": "x" }] }', { a: 1, b: [true, { c: 'x' }] }],
  ['{ "a": , "b": 2 }', { a: undefined, b: 2 }],
  ['{ "a": \n "b": 2 }', { a: undefined, b: 2 }],
  ['{ "a": 1, "ti', { a: 1, ti: undefined }],
  ['{ "f": [{ "k": 1 }, { "ti" ], "z": 1 }', { f: [{ k: 1 }, { ti: undefined }], z: 1 }],
  ['{ "f": { "k": 1 ], "z": 1 }', { f: { k: 1, z: 1 } }],
  ['{ "a" 1, "b": 2 }', { a: undefined, 1: undefined, b: 2 }],
  ['{ "a": 1 "b": 2 }', { a: 1, b: 2 }],
])('the tree of %s keeps what is written', (unfinished, expected) => {
  expect(readNode(textTree(unfinished), unfinished)).toEqual(expected)
})

test('a text without a value has a place for its problem', () => {
  expect(problemRange(undefined, '', '/fields')).toEqual({ from: 0, to: 0 })
})
