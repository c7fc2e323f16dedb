// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { createHandlers } from '#runtime/rules/handlers.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { copyValues } from '#runtime/screens/form/session/useRecord.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { book, fakeWindow, types } from '../support.tsx'
import { button, noMoves, open, record, sent } from './open-form.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a form', () => {
  it('is a dialog with its title as name, and its inputs have their labels as names', async () => {
    open('add')
    expect(await page.findByRole('dialog', { name: '新增书目' })).toBeTruthy()
    expect(page.getByLabelText('书名')).toHaveProperty('value', '')
  })

  it('says that its number is generated on saving, and that it is a copy', async () => {
    const fields = book.fields.map((field) => (field.key === 'no' ? { ...field, auto: 'K{####}' } : field))
    const screen = { ...book, fields } as ScreenDocument
    const { host, redraw } = open('add')
    await page.findByRole('dialog', { name: '新增书目' })
    redraw(host(screen, 'copy'))
    expect(await page.findByRole('dialog', { name: '复制书目' })).toBeTruthy()
    const number = await page.findByLabelText('编号')
    expect([number.getAttribute('placeholder'), number.getAttribute('value')]).toEqual(['保存后自动生成', ''])
    expect(page.getByLabelText('书名')).toHaveProperty('value', '会稽志')
  })

  it('has the focus in its first field when the code of its control arrives late', async () => {
    const { Control } = types.get('input') as AnyFieldType
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const late = lazyControl(() => arrived.then(() => Control))
    const fields = book.fields.map((field) => (field.key === 'no' ? { ...field, type: 'late' } : field))
    const screen = { ...book, fields } as ScreenDocument
    const over = new Map(types).set('late', { ...types.get('input'), Control: late } as AnyFieldType)
    open('edit', record, { types: over }, screen)
    const dialog = await page.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await act(async () => arrive())
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('编号')))
  })

  it('counts the problems, shows each at its field, and sends nothing', async () => {
    const { http } = open('add')
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.click(button('保存'))
    expect(await page.findByText('请输入书名')).toBeTruthy()
    expect(page.getByRole('status').textContent).toContain('1 处需要修改')
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await waitFor(() => expect(page.queryByText('请输入书名')).toBeNull())
  })

  it('requests confirmation before it closes with an undecided merge conflict', async () => {
    const { http, onClose } = open('edit')
    http.send.mockRejectedValueOnce(appError('STALE'))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    // This server does not send its record with the refusal, so the form requests it.
    http.get.mockResolvedValueOnce({ ...record, rev: 4, name: '别人的' })
    await userEvent.click(button('保存'))
    expect(await page.findByText('我的：会稽志补')).toBeTruthy()
    expect(page.getByLabelText('书名')).toHaveProperty('value', '别人的')
    await userEvent.click(button('取消'))
    expect(await page.findByText('关闭后未保存的内容会丢失')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('requests confirmation before it closes only when it has unsaved input', async () => {
    const { onClose } = open('edit')
    const name = await page.findByLabelText('书名')
    expect(hasUnsaved()).toBe(false)
    await userEvent.type(name, '补')
    expect(hasUnsaved()).toBe(true)
    await userEvent.click(button('取消'))
    expect(await page.findByText('关闭后未保存的内容会丢失')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(button('继续填写')))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(page.queryByText('关闭后未保存的内容会丢失')).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(button('取消'))
    await userEvent.click(await page.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(hasUnsaved()).toBe(false)
  })

  it('closes at once when it has no unsaved input', async () => {
    const { onClose } = open('edit')
    await page.findByLabelText('书名')
    await userEvent.click(button('取消'))
    expect(onClose).toHaveBeenCalled()
  })

  it('checks a unique value on the server when the focus leaves the field, and a missing answer is no problem', async () => {
    const unique = (field: ScreenDocument['fields'][number]) =>
      field.key === 'no' ? { ...field, validateRules: [{ unique: true, message: '编号已存在' }] } : field
    const { http, redraw, host } = open('edit')
    redraw(host({ ...book, fields: book.fields.map(unique) }))
    const no = await page.findByLabelText('编号')
    const asked = () => http.get.mock.calls.filter(([url]) => url === '/sys/duplicate/check')
    await userEvent.click(no)
    await userEvent.tab()
    expect(asked()).toHaveLength(0)
    http.get.mockRejectedValueOnce(appError('BUSINESS', { text: '该值不可用，系统中已存在！' }))
    await userEvent.type(no, '1')
    await userEvent.tab()
    expect(await page.findByText('编号已存在')).toBeTruthy()
    expect(asked().at(-1)?.[1]).toEqual({
      tableName: 'catalog/book',
      fieldName: 'no',
      fieldVal: 'K71',
      dataId: '7',
    })
    http.get.mockRejectedValueOnce(appError('NETWORK'))
    await userEvent.type(no, '2')
    await userEvent.tab()
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(page.queryByText('编号已存在')).toBeNull()
  })

  it('shows the message of the server for a taken value when the rule has none', async () => {
    const unique = (field: Field): Field =>
      field.key === 'no' ? { ...field, validateRules: [{ unique: true }] } : field
    const { http, redraw, host } = open('edit')
    redraw(host({ ...book, fields: book.fields.map(unique) }))
    const number = await page.findByLabelText('编号')
    http.get.mockImplementation(async (url: string) => {
      if (url.endsWith('/moves')) return noMoves
      throw appError('BUSINESS', { text: '该值不可用，系统中已存在！' })
    })
    await userEvent.type(number, '1')
    await userEvent.tab()
    expect(await page.findByText('该值不可用，系统中已存在！')).toBeTruthy()
  })

  it('runs registered handlers and rule codes when the focus leaves a field, and again before the save', async () => {
    const handler = vi.fn(async (value: unknown) => (value === 'K1' ? '编号已停用' : null))
    const { http, redraw, host } = open('add', record, { handlers: createHandlers(['book.no', handler]) })
    const rules: Record<string, object> = { no: { handler: 'book.no' }, name: { ruleCode: 'common' } }
    const withRule = (field: Field): Field => ({
      ...field,
      validateRules: [...(field.validateRules ?? []), ...(rules[field.key] ? [rules[field.key] ?? {}] : [])],
    })
    redraw(host({ ...book, fields: book.fields.map(withRule) }))
    http.get.mockImplementation(async (url: string, params: { value?: string }) => {
      if (url.endsWith('checkByCode') && params.value === encodeURIComponent('通志'))
        throw appError('BUSINESS', { text: '只能填写字母' })
      return null
    })
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.tab()
    expect(await page.findByText('编号已停用')).toBeTruthy()
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存'))
    expect(await page.findByText('只能填写字母')).toBeTruthy()
    expect(page.getByText('编号已停用')).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.type(page.getByLabelText('编号'), '2')
    await userEvent.type(page.getByLabelText('书名'), '稿')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(1))
    expect(handler).toHaveBeenLastCalledWith('K12', expect.objectContaining({ title: '编号' }))
  })

  it('explains a computed value with the values of its formula', async () => {
    const fields = [
      ...book.fields,
      { key: 'vat', title: '税额', type: 'inputNumber', scale: 2, compute: 'price * 0.13' },
    ]
    const { redraw, host } = open('edit', { ...record, price: 100 })
    redraw(host({ ...book, fields } as ScreenDocument))
    const button = await page.findByRole('button', { name: '税额的算法' })
    expect(button.tabIndex).toBe(-1)
    await userEvent.click(button)
    expect(await page.findByText('定价 × 0.13')).toBeTruthy()
    expect(page.getByText(/100\.00 × 0\.13 ?= ?13\.00/)).toBeTruthy()
    expect(page.getByText('自动计算，保留 2 位小数')).toBeTruthy()
  })

  it('starts empty after 保存并新增, with the focus in the first field', async () => {
    const { onClose } = open('add')
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存并新增'))
    await waitFor(() => expect(page.getByLabelText('书名')).toHaveProperty('value', ''))
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('编号')))
    expect(onClose).not.toHaveBeenCalled()
    expect(hasUnsaved()).toBe(false)
  })

  it('saves on Ctrl+S', async () => {
    const { http } = open('edit')
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(1))
  })

  it('is read-only when the record is outside its editable states or the user lacks the permission code', async () => {
    open('edit', { ...record, state: '已审核' })
    expect(await page.findByLabelText('书名')).toHaveProperty('readOnly', true)
    expect(page.queryByRole('button', { name: '保存' })).toBeNull()
  })

  it('shows and hides fields by their conditions', async () => {
    open('edit')
    const kind = await page.findByLabelText('类别')
    expect(page.getByLabelText('附注')).toBeTruthy()
    await userEvent.clear(kind)
    await waitFor(() => expect(page.queryByLabelText('附注')).toBeNull())
  })

  it('keeps the input when its document changes, and lists values of removed fields', async () => {
    const { http, host, redraw } = open('edit')
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.type(page.getByLabelText('附注'), '新写')
    const fields = book.fields
      .filter((field) => field.key !== 'note')
      .map((field) => (field.key === 'name' ? { ...field, title: '题名' } : field))
    redraw(host({ ...book, fields }))
    expect(await page.findByLabelText('题名')).toHaveProperty('value', '会稽志补')
    expect(await page.findByText('附注新写')).toBeTruthy()
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(sent(http).body).toEqual({ id: '7', rev: 3, name: '会稽志补' })
  })

  it('keeps its controls when only texts of its document change, and checks and saves as before', async () => {
    const { http, host, redraw } = open('edit')
    const number = await page.findByLabelText('编号')
    const retitle = (field: Field): Field =>
      field.key === 'no' ? { ...field, title: '书号', help: '照原书', placeholder: '在封底' } : field
    redraw(host({ ...book, fields: book.fields.map(retitle) }))
    expect(await page.findByLabelText('书号')).toBe(number)
    expect(page.getByText('照原书')).toBeTruthy()
    await userEvent.clear(number)
    await userEvent.tab()
    expect(await page.findByText(/书号/, { selector: '.pro-item-error' })).toBeTruthy()
    expect(number.getAttribute('placeholder')).toBe('在封底')
    await userEvent.type(number, 'K8')
    await userEvent.clear(page.getByLabelText('类别'))
    await waitFor(() => expect(page.queryByLabelText('附注')).toBeNull())
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(sent(http).body).toEqual({ id: '7', rev: 3, no: 'K8', kind: null })
  })
})

it('a copy of a record contains its values and rows, but not its ids, number or state', () => {
  const screen = {
    ...book,
    fields: [
      { key: 'no', type: 'input', auto: 'RK{####}' },
      { key: 'name', type: 'input' },
      { key: 'state', type: 'select' },
      {
        key: 'items',
        type: 'table',
        fields: [
          { key: 'n', type: 'input' },
          { key: 'taken', type: 'hidden' },
          { key: 'done', type: 'inputNumber', rollup: {} },
        ],
      },
    ],
  } as unknown as ScreenDocument
  const source = {
    ...record,
    createBy: 'a',
    items: [{ id: 'r1', rev: 1, n: 2, taken: 'x', done: 1 }],
    has_chain_links: ['/items/taken'],
  }
  expect(copyValues(screen, source, { items: [] })).toEqual({ name: '会稽志', items: [{ n: 2 }] })
})
