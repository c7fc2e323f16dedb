// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const field: Field = { key: 'f', title: '执行时间', type: 'cron' }
const lookup = createLookup(() => undefined)
const last = (spy: ReturnType<typeof vi.fn>): unknown => spy.mock.lastCall?.[0]

async function show(initial: Record<string, unknown> = {}, readOnly = false) {
  const values = vi.fn()
  renderIn(
    stageRuntime(),
    <Form type={getType('cron')} field={field} initial={initial} onValues={values} readOnly={readOnly} />,
  )
  return { values, input: await screen.findByLabelText<HTMLInputElement>('执行时间') }
}
async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: '设置执行时间' }))
  return await screen.findByRole('dialog', { name: '执行时间' })
}
const confirm = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: /确\s*定/ }))

describe('the check of a save', () => {
  it.each([
    ['0 0 25 * * ?', '执行时间的「时」25 超出范围，应为 0 到 23'],
    ['0 2 * * *', '执行时间应为用空格隔开的 6 段或 7 段（秒 分 时 日 月 周 年），现在是 5 段'],
    ['0 0 2 * * *', '执行时间的「日」和「周」应有一个写「?」，而且只有一个'],
    ['x'.repeat(256), '执行时间不能超过 255 个字'],
    [{ a: 1 }, '执行时间的值格式不正确'],
  ])('refuses %j by the name of the field', (raw, text) =>
    expect(fieldValues.get('cron')?.check(raw, field, lookup)?.text).toBe(text),
  )

  it.each(['0 0 2 * * ?', '0 0 2 L-3W * ? 2030', null, ''])('accepts %j', (raw) =>
    expect(fieldValues.get('cron')?.check(raw, field, lookup)).toBeNull(),
  )
})

describe('a typed expression', () => {
  it('is explained while it is typed and stored on blur', async () => {
    const { values, input } = await show()
    await userEvent.type(input, ' 0  30 9 ? * MON-FRI')
    expect(screen.getByText('每周一至周五 09:30 执行')).toBeTruthy()
    expect(values).not.toHaveBeenCalled()
    await userEvent.tab()
    expect(last(values)).toEqual({ f: '0 30 9 ? * MON-FRI' })
    expect(input.value).toBe('0 30 9 ? * MON-FRI')
  })

  it('has its faulty field named, is kept and is not stored', async () => {
    const { values, input } = await show()
    await userEvent.type(input, '0 0 25 * * ?')
    await userEvent.tab()
    expect(screen.getByText('「时」25 超出范围，应为 0 到 23')).toBeTruthy()
    expect(input.value).toBe('0 0 25 * * ?')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(values).not.toHaveBeenCalled()
    await userEvent.clear(input)
    await userEvent.type(input, '0 0 2 * * ?{Enter}')
    expect(last(values)).toEqual({ f: '0 0 2 * * ?' })
    expect(input.getAttribute('aria-invalid')).toBeNull()
  })

  it('is warned about when its date never comes', async () => {
    await show({ f: '0 0 0 30 2 ?' })
    expect(screen.getByText('没有这样的日期，永远不会执行')).toBeTruthy()
  })

  it('is explained when it cannot be changed', async () => {
    const { input } = await show({ f: '0 0 2 L * ?' }, true)
    expect(input.value).toBe('0 0 2 L * ?')
    expect(screen.getByText('每月最后一天 02:00 执行')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '设置执行时间' })).toBeNull()
  })
})

describe('the dialog', () => {
  it('opens with the expression in its form and stores the built one', async () => {
    const { values } = await show({ f: '0 30 9 ? * FRIL' })
    const dialog = await openDialog()
    expect(within(dialog).getByText('每月最后一个周五 09:30 执行')).toBeTruthy()
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(10)
    expect(within(dialog).getByText(/^接下来 10 次（.+）$/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('tab', { name: '日和周' }))
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '每月最后一个' }).checked).toBe(true)
    expect(within(dialog).getAllByTitle('星期五').length).toBeGreaterThan(0)
    await userEvent.click(within(dialog).getByRole('radio', { name: '每月最后一天' }))
    await confirm(dialog)
    expect(last(values)).toEqual({ f: '0 30 9 L * ? *' })
  })

  it.each([
    ['Asia/Shanghai', '北京时间'],
    ['Europe/Berlin', '按这台电脑的时间'],
  ])('says by which clock the next runs are, in %s', async (timeZone, clock) => {
    const real = Intl.DateTimeFormat().resolvedOptions()
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    zone.mockReturnValue({ ...real, timeZone })
    await show({ f: '0 30 9 ? * FRIL' })
    expect(within(await openDialog()).getByText(`接下来 10 次（${clock}）`)).toBeTruthy()
    zone.mockRestore()
  })

  it('selects the mode of a changed input, and warns about runs within a minute', async () => {
    const { values } = await show()
    const dialog = await openDialog()
    expect(within(dialog).getByText('每秒执行')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('秒的间隔长度'), { target: { value: '15' } })
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '间隔' }).checked).toBe(true)
    expect(within(dialog).getByText('两次执行的间隔不到 1 分钟，请确认')).toBeTruthy()
    await confirm(dialog)
    expect(last(values)).toEqual({ f: '0/15 * * * * ? *' })
  })

  it('names the reason when the form cannot hold the expression', async () => {
    await show({ f: '0 0 2 L-3W * ?' })
    const dialog = await openDialog()
    expect(
      within(dialog).getByText(/「0 0 2 L-3W \* \?」没有填进表单：表单里没有「日」的这种写法/),
    ).toBeTruthy()
  })

  it('opens by the keyboard and changes nothing when it is cancelled', async () => {
    const { values, input } = await show({ f: '0 0 2 * * ?' })
    input.focus()
    await userEvent.keyboard('{F4}')
    const dialog = await screen.findByRole('dialog', { name: '执行时间' })
    await userEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }))
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(values).not.toHaveBeenCalled()
  })
})

it('a cell shows the expression, and its sentence on hover', async () => {
  const Cell = getType('cron').Cell
  renderIn(stageRuntime(), <Cell value="0 0 2 1,15 * ?" field={field} row={{}} />)
  await userEvent.hover(screen.getByText('0 0 2 1,15 * ?'))
  expect(await screen.findByText('每月 1 日、15 日 02:00 执行')).toBeTruthy()
})
