import { describe, expect, it } from 'vitest'
import { findExcess } from '#server/platform/http/limits/json-bounds.ts'
import { cpuTime } from '../../cpu-time.ts'

const bounds = { depth: 3, values: 10 }

describe('findExcess', () => {
  it.each([
    ['{"a":[{"b":1}]}', null],
    ['[[[[1]]]]', 'depth'],
    ['[[],[],[],[]]', null],
    [`[${'1,'.repeat(9)}1]`, null],
    [`[${'1,'.repeat(10)}1]`, 'values'],
    [`{${'"a":{},'.repeat(5)}"a":1}`, 'values'],
    // Brackets and commas inside strings are not counted.
    [`["${'[{,'.repeat(50)}"]`, null],
    [`["\\"${'[,'.repeat(50)}\\\\","x"]`, null],
    [`["\\\\",[[[1]]]]`, 'depth'],
    // The parser refuses invalid JSON.
    ['"never closed', null],
    ['"\\', null],
    [']]]]', null],
    ['', null],
  ] as const)('of %j is %j', (text, excess) => {
    expect(findExcess(text, bounds)).toBe(excess)
  })

  it('takes time in proportion to the text when it is full of quotes and backslashes', async () => {
    const wide = { depth: 32, values: 1e9 }
    const texts = (size: number) => [
      `["${'\\"'.repeat(size)}"]`,
      `["${'\\\\'.repeat(size)}"]`,
      `[${'"",'.repeat(size)}""]`,
      '\\'.repeat(size),
      `"${'\\'.repeat(size)}`,
    ]
    const time = (size: number) =>
      cpuTime(() => {
        for (const text of texts(size)) expect(findExcess(text, wide)).toBeNull()
      })
    await time(200_000)
    const small = await time(200_000)
    // Quadratic work would take a hundred times as long.
    expect(await time(2_000_000)).toBeLessThan(small * 40 + 100)
  })
})
