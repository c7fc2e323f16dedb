// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { guessFields } from '#designer/create/guess-fields.ts'
import { readSheet } from '#designer/create/read-sheet.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { pastedSheets } from './pasted-sheets.ts'

const sheet = (...lines: string[][]) => lines.map((line) => line.join('\t')).join('\r\n')
const guess = (text: string) => {
  const read = readSheet(text)
  return read && guessFields(read, fieldTypes).fields
}

/** A field in a few words: its title, the use of its type, its scale, total, formula, rules and choices. */
function describeField({
  title,
  type,
  scale,
  statistics,
  compute,
  validateRules,
  options,
}: JsonObject): string {
  const rules = listObjects(validateRules).map(({ required, unique, pattern, handler, check }) =>
    required ? 'required' : unique ? 'unique' : (pattern ?? handler ?? check),
  )
  const choices = listObjects(options).map(({ text }) => text)
  const words = [title, fieldTypes.get(String(type))?.usualFor, scale, statistics, compute && `=${compute}`]
  return [...words, ...rules, choices.join('/')].filter((word) => word !== undefined && word !== '').join(' ')
}

describe.each(pastedSheets)('$name', ({ lines, fields, first, count, dropped = [] }) => {
  const read = readSheet(lines.replaceAll('|', '\t'))
  const guessed = guessFields(read ?? { titles: [], rows: [] }, fieldTypes)

  it('becomes fields', () => {
    expect(guessed.fields.map(describeField)).toEqual(fields)
  })

  it('keeps its rows of data in their order', () => {
    expect(guessed.rows[0]?.join('|')).toBe(first)
    expect(guessed.rows.length).toBe(count)
    expect(read?.dropped).toEqual(dropped)
  })
})

describe('a pasted sheet', () => {
  it('becomes fields with types and rules from its rows', () => {
    const lines = Array.from({ length: 9 }, (_, at) => [
      `ZG-00${at}`,
      ['木柜', '玻璃柜', '铁柜'][at % 3] as string,
      String(at + 1),
      `${at}.25`,
      `2026-0${at + 1}-05`,
      `2026/0${at + 1}/05 08:30`,
      at % 2 ? '是' : '否',
      `1380571004${at}`,
      at === 3 ? '' : '恒温恒湿，每日巡检一次，'.repeat(8),
    ])
    const header = [
      '展柜编号',
      '材质',
      '层数',
      '单价',
      '启用日期',
      '巡检时间',
      '是否上锁',
      '联系电话',
      '说明',
    ]
    expect(guess(sheet(header, ...lines))).toEqual([
      {
        key: 'fzgbh',
        title: '展柜编号',
        type: 'input',
        query: 'like',
        validateRules: [{ required: true }, { unique: true }],
      },
      expect.objectContaining({
        key: 'fcz',
        type: 'select',
        options: ['木柜', '玻璃柜', '铁柜'].map((value) => ({ value, text: value })),
      }),
      expect.objectContaining({ key: 'fcs', type: 'inputNumber', scale: 0 }),
      expect.objectContaining({ key: 'fdj', type: 'inputNumber', scale: 2 }),
      expect.objectContaining({ key: 'fqyrq', type: 'date' }),
      expect.objectContaining({ key: 'fxjsj', type: 'datetime', width: 170 }),
      expect.objectContaining({ key: 'fsfss', type: 'switch' }),
      expect.objectContaining({ key: 'flxdh', type: 'input' }),
      { key: 'fsm', title: '说明', type: 'textarea', list: false },
    ])
  })

  it('of a header alone becomes texts and dates, with different keys for equal letters', () => {
    expect(guess('名称\t明城\t建档日期')).toEqual([
      { key: 'fmc', title: '名称', type: 'input' },
      { key: 'fmc2', title: '明城', type: 'input' },
      { key: 'fjdrq', title: '建档日期', type: 'date' },
    ])
  })

  it('keeps codes with leading zeros and long numbers as texts', () => {
    expect(guess(sheet(['序', '卡'], ['007', '330106199001011234'], ['008', '330106199001011235']))).toEqual([
      expect.objectContaining({ type: 'input' }),
      expect.objectContaining({ type: 'input' }),
    ])
    expect(guess(sheet(['工号', '姓名'], ['00012', '甲'], ['00013', '乙']))?.[0]?.type).toBe('input')
  })

  it('counts row numbers, and reads days that a spreadsheet shows as numbers', () => {
    const guessTypes = (...lines: string[][]) => guess(sheet(...lines))?.map(({ type }) => type)
    expect(guessTypes(['序号', '到馆日期'], ['1', '45000'], ['2', '45001'])).toEqual(['inputNumber', 'date'])
    expect(guessTypes(['序号', '到馆日期'], ['1', '20240105'], ['2', '20240106'])).toEqual([
      'inputNumber',
      'date',
    ])
    expect(guessTypes(['数量', '到馆日期'], ['45000', '2024'], ['45001', '2025'])).toEqual([
      'inputNumber',
      'inputNumber',
    ])
  })

  it('is refused without two titles', () => {
    for (const text of ['', '名称', '\t']) expect(readSheet(text)).toBeNull()
    expect(readSheet('名称\t\t数量')?.titles).toEqual(['名称', '数量'])
  })
})
