// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emitLive } from '#runtime/data/live.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { hasUnsaved } from '#runtime/host/unsaved.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { book, fakeWindow } from '../support.tsx'
import { button, open, record, sent } from './open-form.tsx'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the save of a form', () => {
  it('adds a record once with one idempotency key when 保存 is clicked twice', async () => {
    const { http, onClose, runtime } = open('add')
    let done: (value: unknown) => void = () => {}
    http.send.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    fireEvent.click(button('保存'))
    fireEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    done({ result: { id: '9' }, message: '添加成功！' })
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(http.send).toHaveBeenCalledTimes(1)
    expect(sent(http)).toMatchObject({
      method: 'POST',
      url: '/resource/catalog/book/add',
      body: { no: 'K1', name: '通志' },
    })
    expect(sent(http).key).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(runtime.notify).toHaveBeenCalledWith('success', '添加成功！')
    expect(hasUnsaved()).toBe(false)
  })

  it('sends the same idempotency key while there is no answer, and a new one after a refusal', async () => {
    const { http } = open('add')
    http.send
      .mockRejectedValueOnce(appError('TIMEOUT'))
      .mockRejectedValueOnce(appError('BUSINESS', { text: '不行' }))
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    for (const count of [1, 2, 3]) {
      await userEvent.click(button('保存'))
      await waitFor(() => expect(http.send).toHaveBeenCalledTimes(count))
    }
    expect(sent(http, 1).key).toBe(sent(http, 0).key)
    expect(sent(http, 2).key).not.toBe(sent(http, 1).key)
  })

  it('says at a detail table that it has too few rows, until a row is added', async () => {
    const parts = {
      key: 'parts',
      title: '册',
      type: 'table',
      minRows: 1,
      fields: [{ key: 'part', type: 'input' }],
    }
    const screen = { ...book, fields: [...book.fields, parts] } as ScreenDocument
    const { http } = open('add', record, { types: fieldTypes }, screen)
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存'))
    expect((await page.findByText('册至少 1 行')).getAttribute('role')).toBe('alert')
    expect(http.send).not.toHaveBeenCalled()
    await userEvent.click(await page.findByRole('button', { name: /新增一行/ }))
    await waitFor(() => expect(page.queryByText('册至少 1 行')).toBeNull())
  })

  const refusal = () =>
    appError('UNCONFIRMED', {
      text: '有 1 处提醒，仍要保存？',
      result: { problems: [{ path: '/no', code: 'warning', text: '编号一般以 K 开头' }] },
    })

  it('lists the warnings of the server once, and saves when the user confirms them', async () => {
    const { http, onClose } = open('add')
    http.send.mockRejectedValueOnce(refusal())
    await userEvent.type(await page.findByLabelText('编号'), 'Z1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存'))
    expect((await page.findByText('编号一般以 K 开头')).textContent).toBe('编号编号一般以 K 开头')
    expect(page.getAllByText('有 1 处提醒，仍要保存？').length).toBeGreaterThan(0)
    expect(http.send).toHaveBeenCalledTimes(1)
    await userEvent.click(button('仍要保存'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const headers = http.send.mock.calls.map(([, , , options]) => options.headers['X-Confirm-Warnings'])
    expect(headers).toEqual([undefined, 'true'])
    expect(sent(http, 1).body).toEqual(sent(http, 0).body)
  })

  it('keeps the form open with its input when the user does not confirm the warnings', async () => {
    const { http, onClose, runtime } = open('add')
    http.send.mockRejectedValueOnce(refusal())
    await userEvent.type(await page.findByLabelText('编号'), 'Z1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存'))
    await userEvent.click(await page.findByRole('button', { name: '返回修改' }))
    await waitFor(() => expect(page.queryByText('编号一般以 K 开头')).toBeNull())
    expect([http.send.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
    expect(page.getByLabelText<HTMLInputElement>('编号').value).toBe('Z1')
    // A slow machine reaches the first draft, which jsdom cannot store.
    const notices = vi.mocked(runtime.notify).mock.calls.map(([, text]) => text)
    expect(notices.filter((text) => !text.startsWith('本机存不下草稿'))).toEqual([])
  })

  it('sends the revision and only the changed values when it edits a record', async () => {
    const { http, onSaved } = open('edit')
    const name = await page.findByLabelText('书名')
    await userEvent.clear(name)
    await userEvent.type(name, '临安志')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(sent(http)).toMatchObject({ method: 'PUT', body: { id: '7', rev: 3, name: '临安志' } })
    expect(Object.keys(sent(http).body)).toEqual(['id', 'rev', 'name'])
  })

  it('is repeated after the user has signed in again when the session had expired', async () => {
    const { http, onClose } = open('edit')
    http.send.mockRejectedValueOnce(appError('UNAUTHORIZED'))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(1))
    act(() => emitLive({ cmd: 'menu' }))
    expect(http.send).toHaveBeenCalledTimes(1)
    act(() => emitLive({ cmd: 'signedIn' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(http, 1).body).toEqual(sent(http, 0).body)
    act(() => emitLive({ cmd: 'signedIn' }))
    expect(http.send).toHaveBeenCalledTimes(2)
  })

  /** Emits an event, and waits as long as a save takes until it is sent. */
  const announce = (cmd: string) =>
    act(async () => {
      emitLive({ cmd })
      await new Promise((resolve) => setTimeout(resolve, 100))
    })

  it('is repeated under its key when the connection is back, if it got no answer', async () => {
    const { http, onClose, runtime } = open('edit')
    http.send.mockRejectedValueOnce(appError('NETWORK'))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '网络异常，请检查网络连接'))
    await announce('signedIn')
    expect(http.send).toHaveBeenCalledTimes(1)
    act(() => emitLive({ cmd: 'reopened' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(http, 1)).toEqual(sent(http, 0))
    expect(runtime.notify).toHaveBeenCalledWith('success', '好了')
    await announce('reopened')
    expect(http.send).toHaveBeenCalledTimes(2)
  })

  it('without an answer is left to the user when the record was changed since', async () => {
    const { http } = open('edit')
    http.send.mockRejectedValueOnce(appError('NETWORK'))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(1))
    await userEvent.type(page.getByLabelText('书名'), '二')
    await announce('reopened')
    expect(http.send).toHaveBeenCalledTimes(1)
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(3))
    expect(sent(http, 1)).toEqual(sent(http, 0))
    expect(sent(http, 2).body).toMatchObject({ name: '会稽志补二' })
  })

  it('shows the problems of the server at their fields', async () => {
    const { http } = open('edit')
    http.send.mockRejectedValueOnce(
      appError('BAD_VALUES', { result: { problems: [{ path: '/no', code: 'unique', text: '编号已存在' }] } }),
    )
    await userEvent.type(await page.findByLabelText('编号'), '8')
    await userEvent.click(button('保存'))
    expect(await page.findByText('编号已存在')).toBeTruthy()
    expect(page.getByLabelText('编号').getAttribute('aria-invalid')).toBe('true')
  })

  it('merges my input with a save by another user (409), and sends only my changes', async () => {
    const { http, onSaved } = open('edit')
    const current = { ...record, rev: 4, note: '别人的附注' }
    http.send.mockRejectedValueOnce(appError('STALE', { result: { current } }))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(sent(http, 1).body).toEqual({ id: '7', rev: 4, name: '会稽志补' })
    expect(sent(http, 1).key).not.toBe(sent(http).key)
  })

  it('shows both values of a merge conflict, and saves only the chosen one', async () => {
    const { http, onClose, onSaved } = open('edit')
    const current = { ...record, rev: 4, name: '别人的' }
    http.send.mockRejectedValueOnce(appError('STALE', { result: { current } }))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    expect(await page.findByText('我的：会稽志补')).toBeTruthy()
    expect(page.getByText('对方的：别人的')).toBeTruthy()
    expect(page.getByLabelText('书名')).toHaveProperty('value', '别人的')
    await userEvent.click(button('保存'))
    expect(http.send).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(button('书名 用我的'))
    expect(page.getByLabelText('书名')).toHaveProperty('value', '会稽志补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(sent(http, 1).body).toEqual({ id: '7', rev: 4, name: '会稽志补' })
  })

  it('repeats an unanswered request unchanged, and sends later input as an edit of the record', async () => {
    const { http, onClose } = open('add')
    http.send.mockRejectedValueOnce(appError('TIMEOUT')).mockResolvedValueOnce({
      result: { id: '9', rev: 1, no: 'K1', name: '通志' },
      message: '添加成功！',
    })
    await userEvent.type(await page.findByLabelText('编号'), 'K1')
    await userEvent.type(page.getByLabelText('书名'), '通志')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalledTimes(1))
    await userEvent.type(page.getByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(http, 1)).toEqual(sent(http, 0))
    expect(sent(http, 2)).toMatchObject({ method: 'PUT', body: { id: '9', rev: 1, name: '通志补' } })
    expect(sent(http, 2).body).not.toHaveProperty('no')
    expect(http.send).toHaveBeenCalledTimes(3)
  })

  it('keeps input that was typed during the save, and stays open with it', async () => {
    const { http, onClose, onSaved } = open('edit')
    let done: (value: unknown) => void = () => {}
    http.send.mockImplementationOnce(() => new Promise((resolve) => (done = resolve)))
    await userEvent.type(await page.findByLabelText('书名'), '补')
    await userEvent.click(button('保存'))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    await userEvent.type(page.getByLabelText('书名'), '遗')
    done({ result: { ...record, rev: 4, name: '会稽志补' }, message: '修改成功！' })
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(page.getByLabelText('书名')).toHaveProperty('value', '会稽志补遗')
    expect(onClose).not.toHaveBeenCalled()
    expect(hasUnsaved()).toBe(true)
    await userEvent.click(button('保存'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent(http, 1).body).toEqual({ id: '7', rev: 4, name: '会稽志补遗' })
  })
})
