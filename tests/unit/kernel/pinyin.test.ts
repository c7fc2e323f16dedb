import { describe, expect, it } from 'vitest'
import { initials, matchesSearch } from '#runtime/kernel/text/pinyin.ts'
import { matchesPinyin, readPinyin } from '#runtime/kernel/text/syllables.ts'

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

  it('find a word when every part between blanks and stars is in it', () => {
    expect(matchesSearch('无酸档案盒', '盒 无酸')).toBe(true)
    expect(matchesSearch('无酸档案盒', '无*盒')).toBe(true)
    expect(matchesSearch('无酸档案盒', '盒*无')).toBe(false)
    expect(matchesSearch('无酸档案盒', 'wsd 纸')).toBe(false)
  })
})

describe('pinyin', () => {
  it('has every reading of the letters, an incomplete one only when there is no other', () => {
    const read = (letters: string) => readPinyin(letters).map(({ syllables }) => syllables.join(' '))
    expect(read('xian')).toEqual(['xian', 'xi an'])
    expect(read('zhongg')).toEqual(['zhong g'])
    expect(read('lv')).toEqual(['lu'])
    expect([read('dfz'), read('sh'), read('')]).toEqual([[], [], []])
    expect(readPinyin('a'.repeat(5000))).toEqual([])
    expect(readPinyin('xian'.repeat(10)).length).toBeLessThanOrEqual(4)
  })

  it('matches the syllables of a text in their order', () => {
    expect(matchesPinyin('地方志书目', 'difangzhi')).toBe(true)
    expect(matchesPinyin('地方志书目', 'fangzhis')).toBe(true)
    expect(matchesPinyin('西安县志', 'xian')).toBe(true)
    expect(matchesPinyin('长江县志', 'changjiang')).toBe(true)
    expect(matchesPinyin('地方志书目', 'zhifang')).toBe(false)
    expect(matchesPinyin('地方志书目', 'fan')).toBe(false)
  })
})
