import { describe, expect, it } from 'vitest'
import { memoize } from '#runtime/kernel/memo.ts'
import { isSafeKey, nearestWord, toSnake } from '#runtime/kernel/text/names.ts'
import { ellipsis, wrapFilter } from '#runtime/kernel/text/text.ts'
import * as time from '#runtime/kernel/time.ts'

describe('keys', () => {
  it.each(['a', 'fnum', 'order_code', 'A1', `a${'b'.repeat(63)}`])('%s may name a field', (key) => {
    expect(isSafeKey(key)).toBe(true)
  })

  it.each([
    '',
    '1a',
    '_a',
    '__proto__',
    'constructor',
    'prototype',
    'a-b',
    'a b',
    '金额',
    'a\n',
    `a${'b'.repeat(64)}`,
  ])('%j may not', (key) => {
    expect(isSafeKey(key)).toBe(false)
  })

  it.each([
    ['fbillno', 'fbillno'],
    ['sysOrgCode', 'sys_org_code'],
    ['sys_org_code', 'sys_org_code'],
    ['orderNum', 'order_num'],
    ['cgRpConfigId', 'cg_rp_config_id'],
    ['userID', 'user_id'],
    ['HTMLText', 'html_text'],
    ['line2Text', 'line2_text'],
  ])('%s is stored as %s', (key, column) => {
    expect(toSnake(key)).toBe(column)
  })
})

describe('the nearest word', () => {
  const words = ['title', 'width', 'validateRules', 'dictCode', 'disabled', 'disabledkey']
  it.each([
    ['tilte', 'title'],
    ['Width', 'width'],
    ['validateRule', 'validateRules'],
    ['dictcode', 'dictCode'],
    ['disabledKey', 'disabledkey'],
    ['disable', 'disabled'],
  ])('of %s is %s', (typo, word) => {
    expect(nearestWord(typo, words)).toBe(word)
  })

  it.each(['colour', 'x', '', 'titanic'])('of %j is none', (typo) => {
    expect(nearestWord(typo, words)).toBeUndefined()
  })
})

describe('text', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcdef…'],
    ['浙江通志稿', 10, '浙江通志稿'],
    ['浙江通志稿', 9, '浙江通志…'],
    ['a浙江', 4, 'a浙…'],
    ['𠮷𠮷', 3, '𠮷…'],
    ['', 5, ''],
  ])('%s within %i is %s', (text, width, short) => {
    expect(ellipsis(text, width)).toBe(short)
  })

  it('is cut at 25 by default', () => {
    expect(ellipsis('a'.repeat(25))).toHaveLength(25)
    expect(ellipsis('志'.repeat(13))).toBe(`${'志'.repeat(12)}…`)
  })

  it.each([
    ['like', '*志*'],
    ['right_like', '志*'],
    ['left_like', '*志'],
    ['ne', '!志'],
    ['ge', '>=志'],
    ['le', '<=志'],
    ['gt', '>志'],
    ['lt', '<志'],
    ['eq', '志'],
    ['constructor', '志'],
  ])('rule %s writes the filter %s', (rule, filter) => {
    expect(wrapFilter(rule, '志')).toBe(filter)
  })

  it('trims a filter when asked, and never wraps nothing', () => {
    expect(wrapFilter('like', ' a ')).toBe('* a *')
    expect(wrapFilter('like', ' a ', true)).toBe('*a*')
    expect(wrapFilter('like', '  ', true)).toBe('')
  })
})

describe('time', () => {
  const moment = new Date(2025, 8, 5, 7, 8, 9)

  it('is written the way the product writes it', () => {
    expect(time.formatDate(moment)).toBe('2025-09-05')
    expect(time.formatTime(moment)).toBe('07:08:09')
    expect(time.formatDateTime(moment)).toBe('2025-09-05 07:08:09')
  })

  it.each(['2024-02-29', '2000-02-29', '2025-12-31', '0001-01-01'])('%s is a date', (text) => {
    expect(time.isDate(text)).toBe(true)
  })

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-04-31',
    '2025-1-1',
    '0000-01-01',
    '2025-01-01 ',
    '',
  ])('%j is none', (text) => {
    expect(time.isDate(text)).toBe(false)
  })

  it('accepts times and date-times', () => {
    expect(['00:00:00', '23:59:59'].every(time.isTime)).toBe(true)
    expect(['24:00:00', '1:00:00', '12:60:00', '12:00'].some(time.isTime)).toBe(false)
    expect(time.isDateTime('2025-09-05 07:08:09')).toBe(true)
    expect(['2025-09-05T07:08:09', '2025-09-31 07:08:09', '2025-09-05'].some(time.isDateTime)).toBe(false)
  })

  it.each([
    [0, '早上好'],
    [8, '早上好'],
    [9, '上午好'],
    [10, '上午好'],
    [11, '中午好'],
    [12, '中午好'],
    [13, '下午好'],
    [19, '下午好'],
    [20, '晚上好'],
    [23, '晚上好'],
  ])('greets at %i o’clock with %s', (hour, text) => {
    expect(time.greeting(hour)).toBe(text)
  })

  it('writes a long date with its weekday', () => {
    expect(time.longDate(new Date(2025, 8, 25))).toBe('2025 年 9 月 25 日 星期四')
  })
})

describe('a bounded memory', () => {
  it('makes each answer once, and forgets the oldest', () => {
    const made: string[] = []
    const answer = memoize(2, (text) => {
      made.push(text)
      return text.length
    })
    for (const text of ['a', 'a', 'bb', 'a', 'ccc', 'bb', 'a']) expect(answer(text)).toBe(text.length)
    expect(made).toEqual(['a', 'bb', 'ccc', 'a'])
  })
})
