// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { inputValue } from '#runtime/fields/text/values.ts'
import { compileChecks } from '#runtime/record/checks/checks.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, stageRuntime } from './stage.tsx'

const field = {
  key: 'ftel',
  title: '手机',
  type: 'input',
  mask: 'phone',
  validateRules: [{ pattern: 'm' }],
} as unknown as Field

afterEach(cleanup)

it('a masked value is read-only until it is filled in again as a whole', async () => {
  const onValues = vi.fn()
  renderIn(
    stageRuntime({}),
    <Form type={getType('input')} field={field} initial={{ ftel: '138****1234' }} onValues={onValues} />,
  )
  const input = await page.findByLabelText<HTMLInputElement>('手机')
  expect([input.value, input.readOnly]).toEqual(['138****1234', true])
  await userEvent.click(page.getByRole('button', { name: '重填手机' }))
  const emptied = await page.findByLabelText<HTMLInputElement>('手机')
  expect([emptied.value, emptied.readOnly]).toEqual(['', false])
  await userEvent.type(emptied, '13900005678')
  expect(onValues.mock.lastCall?.[0]).toMatchObject({ ftel: '13900005678' })
})

it('the rules of a field pass over a masked value, and check a new one', () => {
  const user = { id: '1', username: 'a', realname: 'a', orgCode: 'a' }
  const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
  const [check] = compileChecks([field], {
    types: new Map([['input', inputValue]]) as never,
    lookup,
    env: { user, now: new Date(), mode: 'edit' },
  })
  const findFault = (value: string) => check?.run(value, () => null)?.code
  expect([findFault('138****1234'), findFault('1390000567'), findFault('13900005678')]).toEqual([
    undefined,
    'rule',
    undefined,
  ])
})
