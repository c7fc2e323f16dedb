// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { FormDocument } from '#runtime/schema/types.ts'
import { DocumentForm } from '#runtime/screens/form/document/DocumentForm.tsx'
import { FormPage } from '#runtime/screens/form-page/FormPage.tsx'
import { OpenedForm } from '#runtime/screens/form-page/OpenedForm.tsx'
import departJson from '../../../../schemas/account/depart.json' with { type: 'json' }
import passwordJson from '../../../../schemas/account/password.json' with { type: 'json' }
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const password = passwordJson as unknown as FormDocument
const depart = departJson as unknown as FormDocument
const departs = '/sys/user/getCurrentUserDeparts'

const open = (document: FormDocument, answers: Record<string, unknown> = {}, over: object = {}) => {
  const http = fakeHttp(answers)
  const runtime = buildRuntime(http, { types: fieldTypes })
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  draw(<DocumentForm document={document} params={{}} onClose={onClose} onDone={onDone} {...over} />, runtime)
  return { http, runtime, onClose, onDone }
}
const recountParams = { id: '7' }

function Where() {
  const { pathname, search } = useLocation()
  return <p data-testid="where">{pathname + search}</p>
}

const confirm = () => userEvent.click(page.getByRole('button', { name: '确定' }))

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('修改密码', () => {
  const fill = async (before: string, fresh: string, again: string) => {
    await userEvent.type(await page.findByLabelText('旧密码'), before)
    await userEvent.type(page.getByLabelText('新密码'), fresh)
    await userEvent.type(page.getByLabelText('确认新密码'), again)
  }

  it('shows the required messages of all three fields and sends nothing when they are empty', async () => {
    const { http } = open(password)
    expect(await page.findByRole('dialog', { name: '修改密码' })).toBeTruthy()
    await confirm()
    for (const text of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
      expect(await page.findByText(text)).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
  })

  it('validates the repetition again when the new password changes after the repetition was edited', async () => {
    open(password)
    await fill('old-secret', 'new-secret', 'new-secre')
    expect(await page.findByText('两次输入的密码不一样！')).toBeTruthy()
    await userEvent.type(page.getByLabelText('新密码'), '{Backspace}')
    await waitFor(() => expect(page.queryByText('两次输入的密码不一样！')).toBeNull())
    await userEvent.type(page.getByLabelText('新密码'), 'x')
    expect(await page.findByText('两次输入的密码不一样！')).toBeTruthy()
  })

  it('does not validate a repetition before it is edited', async () => {
    open(password)
    await userEvent.type(await page.findByLabelText('新密码'), 'new-secret')
    expect(page.queryByText('两次输入的密码不一样！')).toBeNull()
    expect(page.queryByText('请确认新密码!')).toBeNull()
  })

  it('sends the values that the document lists, and closes after the server accepts them', async () => {
    const { http, onClose, onDone, runtime } = open(password)
    await fill('old-secret', 'new-secret', 'new-secret')
    await confirm()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(http.send).toHaveBeenCalledWith('PUT', '/sys/user/updatePassword', {
      username: 'clerk',
      oldpassword: 'old-secret',
      password: 'new-secret',
      confirmpassword: 'new-secret',
    })
    expect(onDone).toHaveBeenCalledWith({ id: '1' })
    expect(runtime.notify).toHaveBeenCalledWith('success', '好了')
  })

  it('shows the message of the server for a wrong old password and keeps the input', async () => {
    const { http, onClose, runtime } = open(password)
    http.send.mockRejectedValue(appError('BUSINESS', { text: '旧密码输入错误!' }))
    await fill('wrong', 'new-secret', 'new-secret')
    await confirm()
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '旧密码输入错误!'))
    expect(onClose).not.toHaveBeenCalled()
    expect(page.getByLabelText('新密码')).toHaveProperty('value', 'new-secret')
  })
})

describe('部门选择', () => {
  const two = {
    list: [
      { orgCode: 'A01', departName: '采编部' },
      { orgCode: 'A02', departName: '典藏部' },
    ],
    orgCode: 'A02',
  }

  it('offers the departments of the user with the current one selected', async () => {
    const { http } = open(depart, { [departs]: two })
    expect(await page.findByText('典藏部')).toBeTruthy()
    await userEvent.click(page.getByLabelText('部门'))
    await userEvent.click(await page.findByTitle('采编部'))
    await confirm()
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.send).toHaveBeenCalledWith('PUT', '/sys/selectDepart', { orgCode: 'A01', username: 'clerk' })
  })

  it('shows a warning and does not open when the user has no department', async () => {
    const { onClose, runtime } = open(depart, { [departs]: { list: [], orgCode: null } })
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '您尚未设置部门信息!'))
    expect(onClose).toHaveBeenCalled()
    expect(page.queryByRole('dialog')).toBeNull()
  })

  it('marks the select as invalid when nothing is chosen', async () => {
    const { http } = open(depart, { [departs]: { ...two, orgCode: null } })
    await page.findByRole('dialog')
    await confirm()
    expect(await page.findByText('请选择部门', { selector: '.pro-item-error' })).toBeTruthy()
    expect(http.send).not.toHaveBeenCalled()
  })

  it('has no cancel or close button when it is not closable', async () => {
    open(depart, { [departs]: two }, { closable: false })
    await page.findByRole('dialog')
    expect(page.queryByRole('button', { name: '取消' })).toBeNull()
    expect(page.queryByRole('button', { name: 'Close' })).toBeNull()
  })
})

describe('a form with parameters', () => {
  const recount = {
    version: 2,
    kind: 'form',
    id: 'stock/recount',
    title: '申请复盘',
    params: ['id'],
    fields: [
      { key: 'note', title: '说明', type: 'input' },
      { key: 'kinds', title: '种类', type: 'list_multi', options: [{ value: 'a' }, { value: 'b' }] },
    ],
    load: { url: '/stock/recount', send: { id: '=params.id' } },
    submit: {
      method: 'POST',
      url: '/stock/recount',
      send: { id: '=params.id', note: '=note', before: '=initial.note', urgent: true },
    },
  } as unknown as FormDocument

  it('opens as a page at its own address, loads its values, and starts empty again after it was sent', async () => {
    const http = fakeHttp({ '/stock/recount': { note: '旧的', strange: 1 } })
    draw(<FormPage document={recount} />, buildRuntime(http, { types: fieldTypes }), '/stock/recount?id=7')
    expect(await page.findByRole('heading', { name: '申请复盘' })).toBeTruthy()
    expect(await page.findByDisplayValue('旧的')).toBeTruthy()
    expect(http.get).toHaveBeenCalledWith('/stock/recount', { id: '7' }, expect.anything())
    await userEvent.type(page.getByLabelText('说明'), '!')
    await confirm()
    await waitFor(() =>
      expect(http.send).toHaveBeenCalledWith('POST', '/stock/recount', {
        id: '7',
        note: '旧的!',
        before: '旧的',
        urgent: true,
      }),
    )
    await waitFor(() => expect(page.getByLabelText('说明')).toHaveProperty('value', '旧的'))
  })

  it('names the parameter that its address lacks', () => {
    draw(<FormPage document={recount} />, buildRuntime(fakeHttp({}), { types: fieldTypes }), '/stock/recount')
    expect(page.getByText('地址里缺少 id，请回到列表，用按钮打开。')).toBeTruthy()
  })

  it('loads again on retry when loading failed', async () => {
    const { http } = open(recount, { '/stock/recount': appError('UNAVAILABLE') }, { params: { id: '7' } })
    await userEvent.click(await page.findByRole('button', { name: '再试一次' }))
    await waitFor(() => expect(http.get).toHaveBeenCalledTimes(2))
  })

  it('is fetched by its id, and a document of another kind shows a warning and opens nothing', async () => {
    const answers = {
      '/schema/index': [],
      '/schema/documents/stock/recount': { id: 'stock/recount', rev: '1', document: recount },
      '/schema/documents/catalog/book': { id: 'catalog/book', rev: '1', document: { kind: 'screen' } },
      '/stock/recount': {},
    }
    const runtime = buildRuntime(fakeHttp(answers), { types: fieldTypes })
    const onClose = vi.fn()
    const { redraw } = draw(<OpenedForm id="stock/recount" params={{ id: '7' }} onClose={onClose} />, runtime)
    expect(await page.findByRole('dialog', { name: '申请复盘' })).toBeTruthy()
    redraw(<OpenedForm key="other" id="catalog/book" params={{}} onClose={onClose} />)
    await waitFor(() => expect(runtime.notify).toHaveBeenCalledWith('warning', '没有表单「catalog/book」'))
    expect(onClose).toHaveBeenCalled()
  })

  it.each([
    ['opens at the address of its menu entry', '/counts/again', '/counts/again?id=7'],
    ['opens as a dialog without a menu entry', undefined, '/'],
  ])('as a page %s', async (_, path, address) => {
    const entry = { id: 'stock/recount', title: '申请复盘', kind: 'form', rev: '1', components: [], path }
    const whole = { ...recount, open: 'page' }
    const answers = {
      '/schema/index': [entry],
      '/schema/documents/stock/recount': { id: 'stock/recount', rev: '1', document: whole },
      '/stock/recount': {},
    }
    const runtime = buildRuntime(fakeHttp(answers), { types: fieldTypes })
    const onClose = vi.fn()
    draw(
      <>
        <OpenedForm id="stock/recount" params={recountParams} onClose={onClose} />
        <Where />
      </>,
      runtime,
    )
    if (path) await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    else expect(await page.findByRole('dialog', { name: '申请复盘' })).toBeTruthy()
    expect(page.getByTestId('where').textContent).toBe(address)
  })
})
