import { describe, expect, it } from 'vitest'
import { evaluate, isTrue, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { result, scope } from './expression-scope.ts'

const refusal = (text: string): string => {
  const read = parseExpression(text)
  return read.ok ? 'accepted' : read.text
}

describe('arithmetic', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['fnum * fprice', '37.5'],
    ['round(famount / (ftaxrate / 100 + 1), 2)', '1522.12'],
    ['1 / 3 * 3', '0.9999999999999999999999999999999999999999'],
    ['big + 1', '1234567890123456790.01'],
    ['7 % 3', '1'],
    ['-7 % 3', '-1'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['10 - 3 - 2', '5'],
    ['- -fnum', '3'],
    ['+fprice', '12.5'],
    ['-fprice * 2', '-25'],
    ['nothing + 1', '1'],
    ['1 - nothing', '1'],
    ['blank + nothing', '0'],
    ['fnum * nothing + 2', '2'],
    ['fdate + nothing', '2025-01-30'],
    ['if(zero == 0, fnum, fnum / zero) * 1', '3'],
  ])('%s is %s', (text, value) => {
    expect(result(text)).toBe(value)
  })

  it.each([
    'nothing * 2',
    'blank * 2',
    'fnum / nothing',
    '1 / 0 + 5',
    '1 / 0',
    '1 % 0',
    'fnum / zero',
    'word + 1',
    'word + word',
    '-nothing',
    'unknown * 1',
    'list + 1',
    'true + 1',
  ])('%s comes to nothing', (text) => {
    expect(result(text)).toBeNull()
  })

  it('has no result beyond 60 digits instead of an endless one', () => {
    const huge = '9'.repeat(50)
    expect(result(`${huge} * 10`)).toBe(`${huge}0`)
    expect(result(`${huge} * ${huge}`)).toBeNull()
  })
})

describe('dates', () => {
  it.each([
    ['fdate + days(2)', '2025-02-01'],
    ['fdate - days(30)', '2024-12-31'],
    ['at + 1', '2025-01-31 08:00:00'],
    ['days(fdate, "2025-03-01")', '30'],
    ['days("2025-03-01", at)', '-30'],
    ['days("2024-02-01", "2024-03-01")', '29'],
  ])('%s is %s', (text, value) => {
    expect(result(text)).toBe(value)
  })

  it.each([
    'fdate + 1.5',
    'fdate * 2',
    'days("2025-02-30", fdate)',
    '"9999-12-31" + 1',
    '"0001-01-01" - 1',
    'fdate + big',
  ])('%s comes to nothing', (text) => {
    expect(result(text)).toBeNull()
  })

  it('takes today and now from the scope if it has them, else from the clock', () => {
    const said: Scope = (path) => ({ today: '2025-09-25', now: '2025-09-25 10:00:00' })[path.join('.')]
    expect(result('today()', said)).toBe('2025-09-25')
    expect(result('now()', said)).toBe('2025-09-25 10:00:00')
    expect(result('today() + days(7)', said)).toBe('2025-10-02')
    expect(result('today()')).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(result('now()')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })
})

describe('conditions', () => {
  it.each([
    ['nothing == ""', true],
    ['nothing == blank', true],
    ['nothing == null', true],
    ['zero == ""', false],
    ['nothing != 1', true],
    ['ftaxrate == "13"', true],
    ['ftaxrate === "13.0"', true],
    ['"1.0" == "1"', false],
    ['"1.0" == 1', true],
    ['word == "志书"', true],
    ['word !== "志书"', false],
    ['word == 1', false],
    ['true == "true"', true],
    ['fprice > 12', true],
    ['fprice >= 12.5', true],
    ['9 < "10"', true],
    ['"9" < "10"', false],
    ['fdate < "2025-02-01"', true],
    ['fdate <= fdate', true],
    ['not nothing', true],
    ['!zero', true],
    ['not word', false],
    ['fnum in [1, 3]', true],
    ['fnum in "1,3"', true],
    ['ftaxrate in codes', true],
    ['"b" in codes', true],
    ['"c" in codes', false],
    ['"a" in list', true],
    ['nothing in list', false],
    ['fnum in nothing', false],
    ['in(fnum, [3])', true],
    ['user.orgCode == "A01"', true],
    ['1 < 2 and 2 < 3', true],
    ['1 < 2 && 3 < 2 || 1 == 1', true],
    ['1 == 1 or 1 == 1 and 1 == 2', true],
  ])('%s is %s', (text, value) => {
    expect(result(text)).toBe(value)
  })

  it.each(['nothing > 0', '0 < nothing', 'blank <= 1', 'word > 1', 'list > 1', 'nothing > 0 and 1 == 1'])(
    '%s is neither yes nor no',
    (text) => {
      expect(result(text)).toBeNull()
    },
  )

  it('reads a leading not over the whole comparison, and ! over the next word only', () => {
    expect(result('not fnum == 4')).toBe(true)
    expect(result('not fnum + 1 == 4')).toBe(false)
    expect(result('not fnum in [3]')).toBe(false)
    expect(result('not 1 == 2 and 1 == 2')).toBe(false)
    expect(result('!fnum == false')).toBe(true)
    expect(result('!fnum == 4')).toBe(false)
  })

  it('evaluates only the branch it needs', () => {
    const asked: string[] = []
    const watching: Scope = (path) => {
      asked.push(path.join('.'))
      return path[0] === 'yes' ? 1 : null
    }
    result('if(yes, a, b)', watching)
    result('no ? c : d', watching)
    result('no and e', watching)
    result('yes or f', watching)
    expect(asked).toEqual(['yes', 'a', 'no', 'd', 'no', 'yes'])
  })

  it('treats if() and ? : as one', () => {
    expect(result('if(fnum > 2, "多", "少")')).toBe('多')
    expect(result('fnum > 5 ? "多" : "少"')).toBe('少')
    expect(parseExpression('if(a, b, c)')).toMatchObject({ value: { node: { kind: 'if' } } })
    expect(parseExpression('a ? b : c')).toMatchObject({ value: { node: { kind: 'if' } } })
  })

  it('is true for values that are neither empty, false nor zero', () => {
    expect(['a', 1, true, [0], '0'].map(isTrue)).toEqual([true, true, true, true, true])
    expect([null, '', [], false, 0].map(isTrue)).toEqual([false, false, false, false, false])
    const zero = parseExpression('1 - 1')
    expect(zero.ok && isTrue(evaluate(zero.value, scope))).toBe(false)
  })
})

describe('what a scope gives', () => {
  it('reaches the expression as plain data only', () => {
    expect(result('call')).toBeNull()
    expect(result('nan')).toBeNull()
    expect(result('user')).toBe(true)
    expect(result('at2', () => new Date(2025, 0, 2, 3, 4, 5))).toBe('2025-01-02 03:04:05')
    expect(result('symbol', () => Symbol('x'))).toBeNull()
  })
})

describe('the names an expression reads', () => {
  it('are dotted paths, each once, without functions', () => {
    const read = parseExpression('sum(items.famount) + fnum * fnum - if(user.orgCode == "a", today(), row.x)')
    expect(read.ok && read.value.names).toEqual(['items.famount', 'fnum', 'user.orgCode', 'row.x'])
  })
})

describe('refusals', () => {
  it.each([
    ['', '表达式为空'],
    ['  ', '表达式为空'],
    ['a b', '一个表达式只能写一个式子'],
    ['a; b', '一个表达式只能写一个式子'],
    ['a, b', '一个表达式只能写一个式子'],
    ['a;', '表达式的逗号或分号有误'],
    ['max(a b)', '表达式的逗号或分号有误'],
    ['[a b]', '表达式的逗号或分号有误'],
    ['[a,]', '表达式的逗号或分号有误'],
    ['(a, b)', '列表请写成 [a, b]'],
    ['[1,,2]', '列表中有空缺的成员'],
    ['a +', '表达式不完整'],
    ['a = 1', '表达式第 3 个字符处有误'],
    ['"a', '表达式不完整'],
    ['a ** 2', '表达式第 4 个字符处有误'],
    ['a ?? b', '表达式第 4 个字符处有误'],
    ['a | b', '表达式第 3 个字符处有误'],
    ['~a', '表达式第 1 个字符处有误'],
    ['a[0]', '只能用点号读取字段，例如 items.fnum'],
    ['a["b"]', '只能用点号读取字段，例如 items.fnum'],
    ['a?.b', '只能用点号读取字段，例如 items.fnum'],
    ['"a".length', '只能读取字段，不能读取计算结果的成员'],
    ['today().x', '只能读取字段，不能读取计算结果的成员'],
    ['this', '表达式中有不允许的写法'],
    ['this.a', '只能读取字段，不能读取计算结果的成员'],
    ['a.b()', '只能调用列出的函数'],
    ['sum()', '函数 sum 的参数个数不对'],
    ['today(1)', '函数 today 的参数个数不对'],
    ['if(a, b)', '函数 if 的参数个数不对'],
    ['in(a)', '函数 in 的参数个数不对'],
    ['summ(a)', '没有函数 summ'],
    ['Sum(a)', '没有函数 Sum'],
    ['fetch("x")', '没有函数 fetch'],
    ['1e5', '数字 1e5 请写成普通小数'],
    ['金额 * 2', '名称 金额 不允许使用'],
    ['_a', '名称 _a 不允许使用'],
    ['$form.a', '名称 $form 不允许使用'],
    [`${'-'.repeat(40)}a`, '表达式嵌套过深，最多 32 层'],
    [`a${'+a'.repeat(32)}`, '表达式嵌套过深，最多 32 层'],
    [`${'('.repeat(20)}a${')'.repeat(19)}`, '表达式不完整'],
  ])('%j: %s', (text, why) => {
    expect(refusal(text)).toBe(why)
  })

  it.each([
    '__proto__',
    'a.__proto__',
    'constructor',
    'a.constructor',
    'prototype.x',
    'a.b.prototype',
    '__defineGetter__',
  ])('%s cannot be named', (text) => {
    expect(refusal(text)).toMatch(/^名称 .+ 不允许使用$/)
  })

  it('leaves separators and brackets inside texts alone', () => {
    expect(result(`"a;b, (c)" == 'a;b, (c)'`)).toBe(true)
    expect(result(`'it\\'s "so"'`)).toBe(`it's "so"`)
  })

  it('keeps to the limits of text and digits', () => {
    expect(refusal(`a${' '.repeat(2000)}`)).toBe('表达式过长，最多 2000 个字符')
    expect(refusal('1'.repeat(101))).toMatch(/请写成普通小数$/)
    expect(refusal('1'.repeat(100))).toBe('accepted')
  })

  it('accepts what is just within the limits', () => {
    expect(result(`1${'+1'.repeat(31)}`)).toBe('32')
    expect(result(`1${' '.repeat(1999)}`)).toBe(1)
  })
})
