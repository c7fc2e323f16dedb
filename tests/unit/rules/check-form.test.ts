import { describe, expect, it } from 'vitest'
import { checkForm } from '#runtime/rules/check-form.ts'

const good = (values: unknown) => ({ values, validate: async () => [] })
const bad = (path: string) => ({ values: {}, validate: () => [{ path, code: 'rule', text: '不对' }] })

describe('the form validation helper', () => {
  it('gives the values of the form and of every table', async () => {
    expect(await checkForm(good({ a: 1 }), [good([1]), good([2, 3])])).toEqual({
      ok: true,
      formValue: { a: 1 },
      tablesValue: [[1], [2, 3]],
    })
  })

  it.each([null, undefined, 'form', {}, { validate: true, values: {} }, { validate: () => [] }])(
    'rejects when the form is %j',
    async (form) => {
      await expect(checkForm(form, [])).rejects.toMatchObject({ code: 'NOT_A_FORM' })
    },
  )

  it.each([undefined, null, {}, 'cases', [{}], [null]])('rejects when the cases are %j', async (cases) => {
    await expect(checkForm(good({}), cases)).rejects.toMatchObject({ code: 'CASES_NOT_ARRAY' })
  })

  it('reports every fault, the form before its tables', async () => {
    const collected = await checkForm(bad('/a'), [good([]), bad('/items/0/b')])
    expect(collected).toMatchObject({ ok: false, problems: [{ path: '/a' }, { path: '/items/0/b' }] })
  })
})
