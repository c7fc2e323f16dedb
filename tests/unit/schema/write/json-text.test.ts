import { describe, expect, it } from 'vitest'
import { parseBytes, parseJson } from '#runtime/schema/write/parse-json.ts'

const findProblem = (text: string) => {
  const read = parseJson(text)
  return 'problem' in read ? read.problem : undefined
}

describe('a fault of a JSON text', () => {
  it.each([
    ['a comment', '{\n  "a": 1, // note\n  "b": 2\n}', '第 2 行第 11 列', '不能写注释'],
    ['a comment of several lines', '/* note */\n{}', '第 1 行第 1 列', '不能写注释'],
    ['a comma after the last member', '{\n  "a": 1,\n\n}', '第 2 行第 9 列', '请删去这个逗号'],
    ['a comma after the last item', '[\n  1,\n]', '第 2 行第 4 列', '请删去这个逗号'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', '第 2 行第 9 列', '少一个逗号'],
    ['two commas', '[1,, 2]', '第 1 行第 4 列', '多了一个逗号'],
    ['a wide comma', '{ "a": 1， "b": 2 }', '第 1 行第 9 列', '请用英文逗号'],
    ['a wide colon', '{ "a"： 1 }', '第 1 行第 6 列', '请用英文冒号'],
    ['a missing colon', '{ "a" 1 }', '第 1 行第 6 列', '少一个冒号'],
    ['single quotes', "{ 'a': 1 }", '第 1 行第 3 列', '请用英文双引号'],
    ['Chinese quotes', '{ "a": 「甲」 }', '第 1 行第 8 列', '请用英文双引号'],
    ['a key without quotes', '{ title: 1 }', '第 1 行第 3 列', '写作 "title"'],
    ['a word', '{ "a": True }', '第 1 行第 8 列', '或写 true、false、null'],
    ['a number with a leading zero', '[007]', '第 1 行第 2 列', '数字的写法不对'],
    ['a text without end', '{\n  "a": "甲,\n  "b": 2\n}', '第 2 行第 8 列', '没有结束的双引号'],
    ['a backslash', '["C:\\地"]', '第 1 行第 5 列', '反斜线本身写两个'],
    ['a missing bracket', '{\n  "a": [1, 2\n', '第 3 行第 1 列', '第 2 行第 8 列的 [ 没有结束'],
    ['a wrong bracket', '{ "a": [1, 2 }', '第 1 行第 14 列', '这里应为 ]'],
    ['a second document', '{}\n{}', '第 2 行第 1 列', '请删去多出来的内容'],
    ['an empty file', '\n', '第 1 行第 1 列', '文件是空的'],
  ])('%s is reported at its own line with a remedy', (_title, text, place, remedy) => {
    const problem = findProblem(text)
    expect(problem).toMatchObject({ code: 'BROKEN_JSON', path: '' })
    expect(problem?.text).toContain(place)
    expect(problem?.text).toContain(remedy)
  })

  it('is a key that an object has twice, at its pointer', () => {
    const problem = findProblem('{\n  "fields": [\n    { "key": "a",\n      "key": "b" }\n  ]\n}')
    expect(problem).toMatchObject({ code: 'DUPLICATE_KEY', path: '/fields/0/key' })
    expect(problem?.text).toContain('写了两次（第 3 行和第 4 行）')
  })

  it('is none where JSON.parse reads the text', () => {
    const text = '\uFEFF{"a":[-1.5e3,true,null,"\\u0041\\n",{"a":{}}],"b":[],"c":{"d":0}}'
    expect(parseJson(text)).toEqual({ json: JSON.parse(text.slice(1)) })
  })
})

describe('the bytes of a file', () => {
  it.each([
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'UTF-16'],
    ['UTF-16 without a mark', Uint8Array.from([0x7b, 0, 0x7d, 0]), 'UTF-16'],
    ['GBK', Uint8Array.from([0x7b, 0x0a, 0x22, 0xbf, 0xe2, 0x22]), '第 2 行：文件不是 UTF-8'],
  ])('%s are refused with a remedy', (_title, bytes, fragment) => {
    const read = parseBytes(bytes)
    expect('problem' in read && read.problem.text).toContain(fragment)
    expect('problem' in read && read.problem.text).toContain('另存为 UTF-8')
  })

  it('UTF-8 with a mark are read', () => {
    expect(parseBytes(new TextEncoder().encode('\uFEFF{"a":"志"}'))).toEqual({ json: { a: '志' } })
  })
})
