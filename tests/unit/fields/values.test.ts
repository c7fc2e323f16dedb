import { describe, expect, it } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { createRegistry } from '#runtime/fields/kit/registry.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { formatNumber, toBig, toPlain } from '#runtime/kernel/decimal.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

const dicts: Record<string, DictItem[]> = {
  unit: [{ value: '1', text: '册' }],
  tax_rate: [
    { value: '0', text: '0' },
    { value: '13', text: '13' },
  ],
}
const lookup = createLookup((code) => dicts[code])
const on = (field: Omit<Field, 'key'> & { type: string }) => {
  const type = fieldValues.get(field.type)
  if (!type) throw new Error(field.type)
  const full = { key: 'f', title: '它', ...field } as Field
  return {
    read: (raw: unknown) => type.fromWire(raw, full),
    send: (value: unknown) => type.toWire(value, full),
    print: (value: unknown, look: 'cell' | 'full' = 'cell') => type.toText(value, full, lookup, look),
    parse: (text: string) => type.fromText(text, full, lookup),
    fault: (raw: unknown) => type.check(raw, full, lookup)?.text ?? null,
    column: type.column(full),
  }
}

describe('inputNumber', () => {
  const money = on({ type: 'inputNumber', scale: 2 })

  it('prints thousands separators and fixed decimals, and zero as a number', () => {
    expect(money.print(12068)).toBe('12,068.00')
    expect(money.print(0)).toBe('0.00')
    expect(on({ type: 'inputNumber' }).print(1234.5)).toBe('1,234.5')
    expect(on({ type: 'inputNumber', thousands: false }).print(2026)).toBe('2026')
    expect(on({ type: 'inputNumber', thousands: false, scale: 2 }).print('12345.6')).toBe('12345.60')
  })

  it('reads and prints common numbers by its fast path with the same result', () => {
    const plain = on({ type: 'inputNumber' })
    const edges = [0, -0, 0.005, 1.005, -1234.5, 999.99, 1000, 99_999_999.99, 1e8, 123456789.125, 1e21]
    for (const value of [...edges, ...Array.from({ length: 400 }, (_, at) => (at * 7919 - 900_000) / 100)]) {
      const number = toBig(value)
      expect(plain.read(value)).toBe(number && toPlain(number))
      for (const scale of [0, 1, 2])
        expect(on({ type: 'inputNumber', scale }).print(value)).toBe(formatNumber(value, scale))
    }
  })

  it('prints every digit in a full text', () => {
    expect(money.print(1.005, 'full')).toBe('1.005')
    expect(money.print(1.5, 'full')).toBe('1.50')
  })

  it('names the limit that a number exceeds', () => {
    expect(money.fault('1.005')).toBe('它最多 2 位小数')
    expect(money.fault('12345678901234.5')).toBe('它的整数部分最多 13 位')
    expect(money.fault('1234567890123.45')).toBeNull()
    expect(on({ type: 'inputNumber', scale: 0 }).fault(1.5)).toBe('它应为整数')
    expect(on({ type: 'inputNumber' }).fault('1'.repeat(40))).toBe('它的整数部分最多 15 位')
    expect(money.fault('abc')).toBe('它不是数字：abc')
    expect(money.fault({})).toBe('它的值格式不正确')
  })

  it('sends a field declared longer than 15 digits as text, and others as numbers', () => {
    const long = on({ type: 'inputNumber', length: 18, scale: 2 })
    expect(long.send(12)).toBe('12')
    expect(long.send('1234567890123456.78')).toBe('1234567890123456.78')
    expect(long.read('1234567890123456.78')).toBe('1234567890123456.78')
    expect(money.send(12)).toBe(12)
  })

  it('parses pasted text with separators, full-width digits and a currency sign', () => {
    expect(money.parse('￥1,234.50')).toEqual({ ok: true, value: 1234.5 })
    expect(money.parse('－１２．５')).toEqual({ ok: true, value: -12.5 })
    expect(money.parse('')).toEqual({ ok: true, value: null })
    expect(money.parse('十二')).toEqual({ ok: false, text: '不是数字：十二' })
    expect(money.parse('%')).toEqual({ ok: false, text: '不是数字：%' })
    expect(money.parse('—')).toEqual({ ok: true, value: null })
  })

  it.each([
    ['50%', 0.5, 50],
    ['12.5 ％', 0.125, 12.5],
    ['-0.1%', -0.001, -0.1],
    ['7', 7, 7],
  ])('parses %s as a fraction, which a progress and a slider read in percent', (text, fraction, percent) => {
    expect(money.parse(text)).toEqual({ ok: true, value: fraction })
    expect(on({ type: 'progress' }).parse(text)).toEqual({ ok: true, value: percent })
    expect(on({ type: 'slider' }).parse(text)).toEqual({ ok: true, value: percent })
  })

  it('is stored as a decimal of its length and scale, or without limits when it has no scale', () => {
    expect(money.column).toEqual({ type: 'numeric', precision: 15, scale: 2 })
    expect(on({ type: 'inputNumber' }).column).toEqual({ type: 'numeric' })
    expect(on({ type: 'inputNumber', store: 'long' }).column).toEqual({ type: 'bigint' })
  })
})

describe('date and datetime', () => {
  const date = on({ type: 'date' })
  const datetime = on({ type: 'datetime' })

  it.each(['2025-09-05', '2025/9/5', '2025.9.5', '2025年9月5日', '20250905', '45905', '2025-9-5 14:30'])(
    'parses %s as the same day',
    (text) => expect(date.parse(text)).toEqual({ ok: true, value: '2025-09-05' }),
  )

  it('parses an Excel serial with its time of day', () => {
    expect(datetime.parse('45905.604166666664')).toEqual({ ok: true, value: '2025-09-05 14:30:00' })
    expect(datetime.parse('2025年9月5日 14时30分')).toEqual({ ok: true, value: '2025-09-05 14:30:00' })
  })

  it('refuses an invalid day', () => {
    expect(date.fault('2025-02-30')).toBe('它不是有效日期：2025-02-30')
    expect(date.fault(20250230)).toBe('它不是有效日期：20250230')
    expect(date.parse('2025-02-30').ok).toBe(false)
    expect(date.parse('99999999').ok).toBe(false)
    expect(datetime.fault('2025-09-05 25:00:00')).toBe('它不是有效时间：2025-09-05 25:00:00')
  })

  it('reads a datetime as its day, and a day as its first second', () => {
    expect(date.read('2025-09-05 14:30:00')).toBe('2025-09-05')
    expect(datetime.read('2025-09-05')).toBe('2025-09-05 00:00:00')
  })
})

describe('choices', () => {
  it('refuse values that a loaded dictionary does not contain, and none while it is not loaded', () => {
    const unit = on({ type: 'select', dictCode: 'unit' })
    expect(unit.fault('1')).toBeNull()
    expect(unit.fault('9')).toBe('字典值不存在：9')
    expect(unit.parse('册')).toEqual({ ok: true, value: '1' })
    expect(unit.parse('箱')).toEqual({ ok: false, text: '字典值不存在：箱' })
    expect(on({ type: 'select', dictCode: 'not_loaded' }).fault('9')).toBeNull()
  })

  it('show an unknown value unchanged', () => {
    expect(on({ type: 'select', dictCode: 'unit' }).print('9')).toBe('9')
  })

  it('store numbers when the field sets valueType', () => {
    const rate = on({ type: 'select', dictCode: 'tax_rate', valueType: 'number' })
    expect(rate.read('13.00')).toBe(13)
    expect(rate.fault('13')).toBeNull()
    expect(rate.parse('13')).toEqual({ ok: true, value: 13 })
    expect(rate.column).toEqual({ type: 'numeric' })
  })

  it('read the text of an option from text, label or title', () => {
    const field = on({
      type: 'radio',
      options: [{ value: 1, label: '甲' }, { value: 2, title: '乙' }, { value: 3 }],
    })
    expect([1, 2, 3].map((value) => field.print(value))).toEqual(['甲', '乙', '3'])
  })

  it('read an empty switch as off', () => {
    const flag = on({ type: 'switch' })
    expect(flag.send(null)).toBe('N')
    expect(flag.print('Y')).toBe('是')
    expect(flag.parse('否')).toEqual({ ok: true, value: 'N' })
    expect(flag.fault('maybe')).toBe('它应为「是」或「否」')
    const custom = on({
      type: 'switch',
      options: [
        { value: 1, text: '启用' },
        { value: 0, text: '停用' },
      ],
    })
    expect(custom.read('1')).toBe(1)
    expect(custom.print(0)).toBe('停用')
    expect(custom.column).toEqual({ type: 'integer' })
  })

  it('use the value pair of a checkbox', () => {
    const box = on({ type: 'checkbox', customValue: ['1', '0'] })
    expect(box.read(1)).toBe('1')
    expect(box.read(false)).toBe('0')
    expect(box.print('0')).toBe('否')
    expect(on({ type: 'checkbox' }).read('true')).toBe(true)
  })
})

describe('text, regions and files', () => {
  it('counts characters like the database and names the limit', () => {
    const name = on({ type: 'input', length: 2 })
    expect(name.fault('𠮷𠮷')).toBeNull()
    expect(name.fault('一二三')).toBe('它不能超过 2 个字')
    expect(on({ type: 'input' }).fault('x'.repeat(201))).toBe('它不能超过 200 个字')
    expect(on({ type: 'textarea' }).fault('x'.repeat(2001))).toBe('它不能超过 2000 个字')
    expect(name.fault({})).toBe('它的值格式不正确')
    expect(name.fault('\u0000')).toBe('它含有无法保存的字符')
  })

  it('accepts a region only by its six digits', () => {
    const region = on({ type: 'pca' })
    expect(region.fault('330106')).toBeNull()
    expect(region.fault('杭州')).toBe('它应为 6 位行政区划代码')
  })

  it('refuses paths outside the folder, other schemes, and too many files', () => {
    const files = on({ type: 'file', number: 2 })
    expect(files.fault('temp/a.pdf,https://host/b.pdf')).toBeNull()
    expect(files.fault('../../etc/passwd')).toContain('文件路径不正确')
    expect(files.fault('javascript:alert(1)')).toContain('文件路径不正确')
    expect(files.fault('a,b,c')).toBe('它最多 2 个文件')
    expect(files.read(' a.pdf , ,b.pdf')).toBe('a.pdf,b.pdf')
  })
})

describe('the registry', () => {
  const type = { type: 'input' }

  it('rejects a type registered twice or under another name, and is closed afterwards', () => {
    expect(() => createRegistry({ input: type, text: type })).toThrow('input is registered twice')
    expect(() => createRegistry({ text: type })).toThrow('input is registered as text')
    const own = { 'row-number': { ...type, type: 'row-number' } }
    expect(() => createRegistry(own)).toThrow('row-number bears the name of a column')
    const registry = createRegistry({ input: type }) as Map<string, typeof type>
    expect(() => registry.set('more', type)).toThrow('closed')
  })
})
