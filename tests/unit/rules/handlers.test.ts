import { describe, expect, it } from 'vitest'
import { checkForm, createHandlers, runHandlers } from '../../../runtime/rules/handlers.ts'

const context = { title: '编号', scope: () => null }

describe('named handlers', () => {
  const handlers = createHandlers(
    ['bill.free', async (value) => (value === 'taken' ? '编号已被占用' : null)],
    ['bill.short', (value, { title }) => (String(value).length > 5 ? `${title}过长` : null)],
  )

  it('are asked in order, and the first that objects is heard', async () => {
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
})

describe('the form validation helper', () => {
  const good = (values: unknown) => ({ values, validate: async () => undefined })
  const bad = (reason: string) => ({ values: {}, validate: () => Promise.reject(new Error(reason)) })

  it('gives the values of the form and of every table', async () => {
    expect(await checkForm(good({ a: 1 }), [good([1]), good([2, 3])])).toEqual({
      formValue: { a: 1 },
      tablesValue: [[1], [2, 3]],
    })
  })

  it.each([null, undefined, 'form', {}, { validate: true, values: {} }, { validate: () => 1 }])(
    'rejects when the form is %j',
    async (form) => {
      await expect(checkForm(form, [])).rejects.toMatchObject({ code: 'NOT_A_FORM' })
    },
  )

  it.each([undefined, null, {}, 'cases', [{}], [null]])('rejects when the cases are %j', async (cases) => {
    await expect(checkForm(good({}), cases)).rejects.toMatchObject({ code: 'CASES_NOT_ARRAY' })
  })

  it('fails with the first that fails, the form before its tables', async () => {
    await expect(checkForm(bad('form'), [bad('table')])).rejects.toThrow('form')
    await expect(checkForm(good({}), [good([]), bad('second'), bad('third')])).rejects.toThrow('second')
  })
})
