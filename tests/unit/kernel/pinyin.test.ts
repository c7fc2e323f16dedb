import { describe, expect, it } from 'vitest'
import { initials, matchesSearch } from '#runtime/kernel/pinyin.ts'

describe('initials', () => {
  it.each([
    ['入库单', 'rkd'],
    ['地方志书目', 'dfzsm'],
    ['浙江省', 'zjs'],
    ['阿克苏', 'aks'],
    ['额尔古纳', 'eegn'],
    ['啊八擦大额发噶哈', 'abcdefgh'],
    ['机卡拉马那哦怕七', 'jklmnopq'],
    ['然撒他挖西呀杂', 'rstwxyz'],
    ['座', 'z'],
    ['A4 纸', 'a4 z'],
    ['', ''],
  ])('of %s are %s', (text, expected) => expect(initials(text)).toBe(expected))

  it('find a word by part of them, by part of itself, and not by others', () => {
    expect(matchesSearch('无酸档案盒', 'dah')).toBe(true)
    expect(matchesSearch('无酸档案盒', '档案')).toBe(true)
    expect(matchesSearch('无酸档案盒', ' WSD ')).toBe(true)
    expect(matchesSearch('无酸档案盒', 'xyz')).toBe(false)
    expect(matchesSearch('无酸档案盒', '')).toBe(true)
  })
})
