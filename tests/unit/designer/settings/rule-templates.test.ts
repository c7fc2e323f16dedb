import { describe, expect, it } from 'vitest'
import { addRule, dropRule, listTemplates } from '#designer/settings/rules/rule-templates.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { headScope, keySet } from '#runtime/record/scope.ts'
import { checkRules } from '#runtime/rules/run.ts'
import type { Field, ValidateRule } from '#runtime/schema/types.ts'

const number = { key: 'fnum', title: '数量', type: 'inputNumber' }
const begin = { key: 'fbegin', title: '开始', type: 'date' }
const end = { key: 'fend', title: '结束', type: 'date' }
const phone = { key: 'ftel', title: '电话', type: 'input' }
const all = [number, begin, end, phone]

const titles = (field: JsonObject) => listTemplates(field, all).map(({ title }) => title)
const build = (field: JsonObject, name: string, values = {}) => {
  const rule = listTemplates(field, all)
    .find((template) => template.name === name)
    ?.build(values)
  if (!rule) throw new Error(`no rule ${name}`)
  return rule
}

/** What the rule says of a record; null when the value of the field is valid. */
function check(field: JsonObject, rule: JsonObject, record: JsonObject): string | null {
  const env = {
    user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' },
    now: new Date(),
    mode: 'add' as const,
  }
  const scope = headScope(record, env, keySet(all as unknown as Field[], fieldTypes))
  return checkRules(record[String(field.key)], [rule as ValidateRule], String(field.title), { scope })
}

describe('the templates of rules', () => {
  it('are those that fit the type', () => {
    expect(titles(number)).toEqual(['大于 0', '整数', '在…之间'])
    expect(titles(end)).toEqual(['不早于另一个日期', '必须是另一个字段的…'])
    expect(titles(phone)).toEqual(['手机号', '身份证号', '邮箱', '长度'])
    expect(listTemplates({ key: 'items', type: 'table', fields: [] }, all)).toEqual([])
  })

  it.each<
    [field: JsonObject, name: string, values: object, valid: JsonObject, invalid: JsonObject, text: string]
  >([
    [phone, 'phone', {}, { ftel: '13800000000' }, { ftel: '138' }, '电话应为 11 位手机号'],
    [
      phone,
      'idCard',
      {},
      { ftel: '33010619900101123X' },
      { ftel: '330106199013011234' },
      '电话应为 18 位身份证号',
    ],
    [phone, 'email', {}, { ftel: 'a@b.cn' }, { ftel: 'a@' }, '电话应为邮箱地址'],
    [phone, 'length', { from: '2', to: '3' }, { ftel: '一二' }, { ftel: '一' }, '电话应为 2 到 3 个字'],
    [number, 'positive', {}, { fnum: 1 }, { fnum: 0 }, '数量必须大于 0'],
    [number, 'integer', {}, { fnum: 3 }, { fnum: 3.5 }, '数量应为整数'],
    [number, 'between', { from: '1', to: '9' }, { fnum: 9 }, { fnum: 10 }, '数量应在 1 到 9 之间'],
    [
      end,
      'after',
      { other: 'fbegin' },
      { fbegin: '2026-01-02', fend: '2026-01-02' },
      { fbegin: '2026-01-02', fend: '2026-01-01' },
      '结束不能早于开始',
    ],
    [
      end,
      'compare',
      { how: '!=', other: 'fbegin' },
      { fbegin: '2026-01-02', fend: '2026-01-03' },
      { fbegin: '2026-01-02', fend: '2026-01-02' },
      '结束必须不等于开始',
    ],
  ])(
    '%o: %s accepts what it should and says what it refuses',
    (field, name, values, valid, invalid, text) => {
      const rule = build(field, name, values)
      expect(check(field, rule, valid)).toBeNull()
      expect(check(field, rule, invalid)).toBe(text)
      expect(check(field, rule, {})).toBeNull()
    },
  )

  it('are incomplete without their values, and gone where the field has them', () => {
    expect(
      listTemplates(number, all)
        .find(({ name }) => name === 'between')
        ?.build({ from: '9', to: '1' }),
    ).toBe(undefined)
    const rule = build(number, 'positive')
    const checked = addRule(number, rule)
    expect(titles(checked)).not.toContain('大于 0')
    expect(dropRule(checked, rule)).toEqual(number)
  })
})
