import { describe, expect, it, vi } from 'vitest'
import { checkRules, type RuleEnv } from '#runtime/rules/run.ts'

const env = (values: Record<string, unknown> = {}, more: Partial<RuleEnv> = {}): RuleEnv => ({
  scope: (path) => (Object.hasOwn(values, path[0] ?? '') ? values[path[0] ?? ''] : null),
  ...more,
})

describe('required', () => {
  it.each([null, undefined, '', []])('refuses %j', (value) => {
    expect(checkRules(value, [{ required: true }], '书名', env())).toBe('请输入书名')
  })

  it.each([0, false, ' ', 'a', [1]])('accepts %j', (value) => {
    expect(checkRules(value, [{ required: true }], '书名', env())).toBeNull()
  })

  it('speaks with the rule’s own message', () => {
    expect(checkRules('', [{ required: true, message: '请选择品名' }], '品名', env())).toBe('请选择品名')
  })

  it('asks nothing when it is false', () => {
    expect(checkRules('', [{ required: false, pattern: 'm' }], '电话', env())).toBeNull()
  })
})

describe('unique', () => {
  const counting = (count: number) => env({}, { countInColumn: () => count })

  it('refuses a value that two or more rows hold', () => {
    expect(checkRules('A1', [{ unique: true }], '编号', counting(2))).toBe('编号不能重复')
    expect(checkRules('A1', [{ unique: true }], '编号', counting(1))).toBeNull()
  })

  it('does not count empty values', () => {
    expect(checkRules('', [{ unique: true }], '编号', counting(5))).toBeNull()
  })

  it('holds where nobody counts, as for a head field', () => {
    expect(checkRules('A1', [{ unique: true }], '编号', env())).toBeNull()
  })

  it('works together with a pattern', () => {
    const rules = [{ unique: true, pattern: 'n' }]
    expect(checkRules('a', rules, '编号', counting(1))).toBe('编号请输入数字')
    expect(checkRules('1', rules, '编号', counting(2))).toBe('编号不能重复')
  })
})

describe('pattern', () => {
  it('is skipped by an empty value', () => {
    expect(checkRules(null, [{ pattern: 'm' }], '电话', env())).toBeNull()
    expect(checkRules('', [{ pattern: '*' }], '电话', env())).toBeNull()
  })

  it('names what a shortcut asks for', () => {
    expect(checkRules('1', [{ pattern: 'm' }], '联系电话', env())).toBe('联系电话请输入正确的手机号码')
    expect(checkRules('1', [{ pattern: 'm', message: '手机号码格式不正确' }], '联系电话', env())).toBe(
      '手机号码格式不正确',
    )
  })

  it('sees a number as plain decimal text', () => {
    expect(checkRules(1e21, [{ pattern: 'z' }], '数', env())).toBeNull()
    expect(checkRules(12.345, [{ pattern: 'money' }], '金额', env())).toBe('金额请输入金额，最多两位小数')
    expect(checkRules('12.3456', [{ pattern: '^\\d+(\\.\\d{1,4})?$' }], '单价', env())).toBeNull()
    expect(checkRules('12.34567', [{ pattern: '^\\d+(\\.\\d{1,4})?$' }], '单价', env())).toBe(
      '单价格式不正确',
    )
  })

  it('is compiled by the compiler given, which need not know shortcuts', () => {
    const compilePattern = vi.fn((source: string) => ({ test: (text: string) => text === source }))
    expect(checkRules('x', [{ pattern: 'x' }, { pattern: 'n' }], '数', env({}, { compilePattern }))).toBe(
      '数请输入数字',
    )
    expect(compilePattern.mock.calls).toEqual([['x']])
  })

  it('that cannot be compiled fails as the rule’s fault, whatever the message', () => {
    const text = '数的校验规则有误：('
    expect(checkRules('x', [{ pattern: '(', message: '格式不对' }], '数', env())).toBe(text)
    const compilePattern = () => {
      throw new Error('no')
    }
    expect(checkRules('x', [{ pattern: '(', message: '格式不对' }], '数', env({}, { compilePattern }))).toBe(
      text,
    )
  })

  it('is not run on texts beyond 2,000 characters', () => {
    expect(checkRules('a'.repeat(2000), [{ pattern: 'a+' }], '备注', env())).toBeNull()
    expect(checkRules('a'.repeat(2001), [{ pattern: 'a+' }], '备注', env())).toBe('备注最多 2000 个字符')
  })
})

describe('check', () => {
  const positive = [{ check: 'fnum > 0', message: '数量必须大于0' }]

  it('reads the record around the value', () => {
    expect(checkRules(0, positive, '数量', env({ fnum: 0 }))).toBe('数量必须大于0')
    expect(checkRules(0.01, positive, '数量', env({ fnum: '0.01' }))).toBeNull()
  })

  it('holds when an operand is missing, for that is what required is for', () => {
    expect(checkRules(null, positive, '数量', env({ fnum: null }))).toBeNull()
  })

  it('is asked of an empty value too', () => {
    const rules = [{ check: 'confirm == password', message: '两次输入的密码不一样！' }]
    expect(checkRules('', rules, '确认密码', env({ confirm: '', password: 'a' }))).toBe(
      '两次输入的密码不一样！',
    )
    expect(checkRules('', rules, '确认密码', env({}))).toBeNull()
  })

  it('fails with a reason when it cannot be parsed', () => {
    expect(checkRules(1, [{ check: 'fnum >' }], '数量', env())).toBe('数量的校验规则有误：表达式不完整')
  })

  it('has a message of its own', () => {
    expect(checkRules(1, [{ check: 'false' }], '数量', env())).toBe('数量不符合要求')
  })
})

describe('several rules', () => {
  it('give the first failure, in the order written', () => {
    const rules = [
      { required: true, message: 'one' },
      { pattern: 'n', message: 'two' },
      { check: 'x == 1', message: 'three' },
    ]
    expect(checkRules('', rules, 't', env())).toBe('one')
    expect(checkRules('a', rules, 't', env())).toBe('two')
    expect(checkRules('1', rules, 't', env())).toBe('three')
    expect(checkRules('1', rules, 't', env({ x: 1 }))).toBeNull()
  })

  it('leave handlers to those who can wait', () => {
    expect(checkRules('a', [{ handler: 'unknown' }], 't', env())).toBeNull()
    expect(checkRules('a', [], 't', env())).toBeNull()
  })
})
