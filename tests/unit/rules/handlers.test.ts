import { describe, expect, it } from 'vitest'
import { createHandlers, type HandlerEnv, runHandlers } from '#runtime/rules/handlers.ts'

const context = { title: '编号', scope: () => null }

describe('named handlers', () => {
  const registered = createHandlers(
    ['bill.free', async (value) => (value === 'taken' ? '编号已被占用' : null)],
    ['bill.short', (value, { title }) => (String(value).length > 5 ? `${title}过长` : null)],
  )

  const handlers: HandlerEnv = {
    handlers: registered,
    checkByCode: async (code, value) => (value.startsWith(code) ? null : `应以${code}开头`),
  }

  it('run in order, and the first fault is reported', async () => {
    const rules = [{ handler: 'bill.short' }, { handler: 'bill.free' }]
    expect(await runHandlers('taken', rules, handlers, context)).toBe('编号已被占用')
    expect(await runHandlers('taken too', rules, handlers, context)).toBe('编号过长')
    expect(await runHandlers('free', rules, handlers, context)).toBeNull()
  })

  it('speak with the rule’s message where it has one', async () => {
    expect(await runHandlers('taken', [{ handler: 'bill.free', message: '换一个' }], handlers, context)).toBe(
      '换一个',
    )
  })

  it('are not asked for rules that name none', async () => {
    expect(await runHandlers('', [{ required: true }], handlers, context)).toBeNull()
  })

  it('that nobody registered are refused with the nearest known word', async () => {
    expect(await runHandlers('a', [{ handler: 'bill.fre' }], handlers, context)).toBe(
      '没有登记的校验：bill.fre，是否想写 bill.free？',
    )
    expect(await runHandlers('a', [{ handler: 'constructor' }], handlers, context)).toBe(
      '没有登记的校验：constructor',
    )
  })

  it('cannot be registered twice', () => {
    const fine = () => null
    expect(() => createHandlers(['a', fine], ['a', fine])).toThrow('handler a is registered twice')
  })

  it('run beside rule codes, which skip an empty value', async () => {
    const rules = [{ ruleCode: 'JH' }]
    expect(await runHandlers('', rules, handlers, context)).toBeNull()
    expect(await runHandlers('JH01', rules, handlers, context)).toBeNull()
    expect(await runHandlers('01', rules, handlers, context)).toBe('应以JH开头')
    expect(await runHandlers(1, [{ ruleCode: 'JH', message: '编号不对' }], handlers, context)).toBe(
      '编号不对',
    )
  })
})
