// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const last = (spy: ReturnType<typeof vi.fn>): unknown => spy.mock.lastCall?.[0]

/** Shows a field in a form; `values` receives every change. */
function show(
  field: Field,
  over: Parameters<typeof stageRuntime>[0] = {},
  initial: Record<string, unknown> = {},
) {
  const values = vi.fn()
  renderIn(
    stageRuntime(over),
    <Form type={getType(field.type)} field={field} initial={initial} onValues={values} />,
  )
  return values
}

it('a read-only text shows no placeholder', async () => {
  const field: Field = { key: 'f', title: '备注', type: 'textarea', placeholder: '不超过 200 字' }
  const { Control } = getType('textarea')
  const props = { field, value: null, onChange: () => {}, values: {}, patch: () => {} }
  await getType('textarea').preload?.(field)
  renderIn(
    stageRuntime(),
    <>
      <Control {...props} id="typed" />
      <Control {...props} id="read" readOnly />
    </>,
  )
  expect(document.querySelector('#typed')?.getAttribute('placeholder')).toBe('不超过 200 字')
  expect(document.querySelector('#read')?.getAttribute('placeholder')).toBeNull()
})

describe('a text input with trim', () => {
  const field: Field = { key: 'f', title: '书名', type: 'input', trim: true }

  it('stores the text without blanks at its ends, and shows it when the user leaves', async () => {
    const values = show(field)
    const input = screen.getByLabelText<HTMLInputElement>('书名')
    await userEvent.type(input, ' 会稽 志  ')
    expect(input.value).toBe(' 会稽 志  ')
    expect(last(values)).toEqual({ f: '会稽 志' })
    await userEvent.tab()
    expect(input.value).toBe('会稽 志')
  })

  it('is empty when only blanks were typed', async () => {
    const values = show(field)
    await userEvent.type(screen.getByLabelText('书名'), '  ')
    expect(last(values)).toEqual({ f: null })
  })
})

describe('a number input', () => {
  const field: Field = { key: 'f', title: '数量', type: 'inputNumber', scale: 2 }

  it('accepts an optional minus, digits and one point, and rejects any other key', async () => {
    const values = show(field)
    const input = screen.getByLabelText<HTMLInputElement>('数量')
    await userEvent.type(input, '-1x2.3.4e')
    expect(input.value).toBe('-12.34')
    expect(last(values)).toEqual({ f: -12.34 })
  })

  it('is cleared on blur when its text is no number', async () => {
    const values = show(field, {}, { f: 5 })
    const input = screen.getByLabelText<HTMLInputElement>('数量')
    await userEvent.clear(input)
    await userEvent.type(input, '-')
    await userEvent.tab()
    expect(input.value).toBe('')
    expect(last(values)).toEqual({ f: null })
  })

  it('stores more digits than a double holds as text', async () => {
    const values = show(field)
    await userEvent.type(screen.getByLabelText('数量'), '1234567890123456.78')
    expect(last(values)).toEqual({ f: '1234567890123456.78' })
  })

  it('accepts the full-width digits of a Chinese input method', () => {
    const values = show(field)
    fireEvent.change(screen.getByLabelText('数量'), { target: { value: '１２．５' } })
    expect(last(values)).toEqual({ f: 12.5 })
  })

  it('is formatted and read-only when it is computed, and its text can be copied', () => {
    const runtime = stageRuntime()
    renderIn(runtime, <Form type={getType('inputNumber')} field={field} initial={{ f: 12068 }} readOnly />)
    const input = screen.getByLabelText<HTMLInputElement>('数量')
    expect(input.value).toBe('12,068.00')
    expect(input.readOnly).toBe(true)
    expect(input.disabled).toBe(false)
  })
})

describe('a switch', () => {
  it('stores its off value as soon as it is drawn empty', async () => {
    const values = show({ key: 'f', title: '启用', type: 'switch' })
    await waitFor(() => expect(last(values)).toEqual({ f: 'N' }))
    await userEvent.click(screen.getByRole('switch', { name: '启用' }))
    expect(last(values)).toEqual({ f: 'Y' })
  })
})

describe('a dictionary search', () => {
  const field: Field = {
    key: 'f',
    title: '馆藏地',
    type: 'sel_search',
    dictCode: 'sys_depart,depart_name,org_code',
  }
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('waits 800 ms after the last key, sends one request, and stores the value with its text', async () => {
    const get = vi.fn(async (url: string, params?: Record<string, unknown>) =>
      url.includes('loadDict/') && params?.keyword === '采' ? [{ value: 'A02', text: '采编部' }] : [],
    )
    const values = show(field, { http: { ...silentHttp, get: get as unknown as Http['get'] } })
    const input = await screen.findByLabelText('馆藏地')
    vi.setTimerTickMode('manual')
    fireEvent.mouseDown(input)
    fireEvent.change(input, { target: { value: '采' } })
    await act(() => vi.advanceTimersByTimeAsync(700))
    const asked = () => get.mock.calls.filter(([, params]) => params?.keyword === '采').length
    expect(asked()).toBe(0)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(asked()).toBe(1)
    vi.setTimerTickMode('interval')
    fireEvent.click(await screen.findByTitle('采编部'))
    expect(last(values)).toEqual({ f: 'A02', f_dictText: '采编部' })
  })

  it('waits 300 ms in the query bar', async () => {
    const get = vi.fn(async (_url: string, _params?: Record<string, unknown>) => [])
    const { QueryControl } = getType('sel_search')
    if (!QueryControl) throw new Error('no query control')
    renderIn(
      stageRuntime({ http: { ...silentHttp, get: get as unknown as Http['get'] } }),
      <QueryControl id="it" field={{ ...field, query: 'eq' }} params={{}} onChange={() => {}} />,
    )
    const input = await waitFor(
      () => document.querySelector('#it') ?? Promise.reject(new Error('no control')),
    )
    vi.setTimerTickMode('manual')
    fireEvent.mouseDown(input)
    fireEvent.change(input, { target: { value: '采' } })
    await act(() => vi.advanceTimersByTimeAsync(250))
    const asked = () => get.mock.calls.filter(([, params]) => params?.keyword === '采').length
    expect(asked()).toBe(0)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(asked()).toBe(1)
  })

  it('shows a refusal as a warning', async () => {
    const notify = vi.fn()
    const get = async () => {
      throw appError('BUSINESS', { text: '字典Code格式不正确！' })
    }
    show(field, { http: { ...silentHttp, get }, notify })
    fireEvent.mouseDown(await screen.findByLabelText('馆藏地'))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', '字典Code格式不正确！'))
  })
})

describe('a category tree', () => {
  it('loads the roots when it opens and the children of an opened node, and stores the code', async () => {
    const get = vi.fn(async (url: string) =>
      url.endsWith('loadTreeRoot')
        ? [{ key: 'id1', title: '历代方志', code: 'B01A01', leaf: false }]
        : [{ key: 'id2', name: '府志', code: 'B01A01A02', leaf: 1 }],
    )
    const values = show(
      { key: 'f', title: '分类', type: 'cat_tree', dictCode: 'category:B01' },
      { http: { ...silentHttp, get: get as unknown as Http['get'] } },
    )
    const input = await screen.findByLabelText('分类')
    expect(get).not.toHaveBeenCalled()
    fireEvent.mouseDown(input)
    await screen.findByTitle('历代方志')
    expect(get.mock.calls[0]?.slice(0, 2)).toEqual([
      '/sys/category/loadTreeRoot',
      { async: true, pcode: 'B01' },
    ])
    const switcher = document.querySelector('.ant-select-tree-switcher')
    if (!switcher) throw new Error('the tree has no switcher')
    fireEvent.click(switcher)
    fireEvent.click(await screen.findByTitle('府志'))
    expect(get.mock.lastCall?.slice(0, 2)).toEqual(['/sys/category/loadTreeChildren', { pid: 'id1' }])
    expect(last(values)).toEqual({ f: 'B01A01A02', f_dictText: '府志' })
  })
})

describe('an upload', () => {
  const field: Field = { key: 'f', title: '附件', type: 'file', number: 2 }
  const choose = async (...files: File[]) => {
    const group = await screen.findByLabelText('附件')
    const input = group.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await userEvent.upload(input, files, { applyAccept: false })
  }

  it('sends file and biz with the token to the server of this application, and keeps the latest paths up to its limit', async () => {
    const upload = vi.fn(async (_url: string, form: FormData, _options?: unknown) => ({
      result: null,
      message: `temp/${(form.get('file') as File).name}`,
    }))
    const values = show(
      field,
      { http: { ...silentHttp, upload: upload as unknown as Http['upload'] } },
      { f: 'old/1.pdf,old/2.pdf' },
    )
    await choose(new File(['x'], 'new.pdf'))
    await waitFor(() => expect(last(values)).toEqual({ f: 'old/2.pdf,temp/new.pdf' }))
    const [url, form, options] = upload.mock.calls[0] ?? []
    expect(url).toBe('/sys/common/upload')
    expect(form?.get('biz')).toBe('temp')
    expect(options).toMatchObject({ token: true })
  })

  it('stores nothing while a file is being uploaded, and names a file that fails', async () => {
    const notify = vi.fn()
    let fail = (_error: Error) => {}
    const upload = () =>
      new Promise<never>((_resolve, reject) => {
        fail = reject
      })
    const values = show(field, { http: { ...silentHttp, upload }, notify }, { f: 'old/1.pdf' })
    await choose(new File(['x'], '目录.pdf'))
    await screen.findByText('目录.pdf')
    expect(values).not.toHaveBeenCalled()
    act(() => fail(new Error('磁盘已满')))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', '目录.pdf 上传失败.'))
    expect(values).not.toHaveBeenCalled()
    expect(screen.getByText('目录.pdf')).toBeTruthy()
  })

  it('uploads to the address of the document without the token, and reads the path from the named field', async () => {
    const upload = vi.fn(async (_url: string, _form: FormData, _options?: unknown) => ({
      result: { savePath: 'other/9.pdf' },
      message: '成功',
    }))
    const values = show(
      { ...field, action: '/archive/upload', responseName: 'savePath', biz: 'scan' },
      { http: { ...silentHttp, upload: upload as unknown as Http['upload'] } },
    )
    await choose(new File(['x'], '目录.pdf'))
    await waitFor(() => expect(last(values)).toEqual({ f: 'other/9.pdf' }))
    const [url, form, options] = upload.mock.calls[0] ?? []
    expect([url, form?.get('biz')]).toEqual(['/archive/upload', 'scan'])
    expect(options).toMatchObject({ token: false })
  })

  it('shows the progress and then the stored file, and removes it on request', async () => {
    let done = (_path: string) => {}
    const upload = (_url: string, _form: FormData, options?: { onProgress?(percent: number): void }) => {
      options?.onProgress?.(40)
      return new Promise((resolve) => {
        done = (message) => resolve({ result: null, message })
      })
    }
    const values = show(field, { http: { ...silentHttp, upload: upload as unknown as Http['upload'] } })
    await choose(new File(['x'], '目录.pdf'))
    await waitFor(() =>
      expect(document.querySelector('.ant-progress')?.getAttribute('aria-valuenow')).toBe('40'),
    )
    expect(document.querySelector('.ant-upload-list-item-uploading')).toBeTruthy()
    act(() => done('temp/1.pdf'))
    await waitFor(() => expect(last(values)).toEqual({ f: 'temp/1.pdf' }))
    await waitFor(() => expect(document.querySelector('.ant-upload-list-item-done')).toBeTruthy())
    // Its line remains, under the original file name.
    expect(screen.getByText('目录.pdf')).toBeTruthy()
    fireEvent.click(screen.getByTitle('Remove file'))
    await waitFor(() => expect(last(values)).toEqual({ f: null }))
  })

  it('accepts only images when its type is image', async () => {
    const notify = vi.fn()
    const upload = vi.fn()
    show({ ...field, type: 'image' }, { http: { ...silentHttp, upload }, notify })
    await choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', '请上传图片'))
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('a read-only field', () => {
  it('is no tab stop', async () => {
    const field: Field = { key: 'f', title: '金额', type: 'inputNumber', compute: 'fnum * 2' }
    renderIn(stageRuntime(), <Form type={getType('inputNumber')} field={field} initial={{ f: 4 }} readOnly />)
    expect((await screen.findByLabelText('金额')).tabIndex).toBe(-1)
  })
})

describe('a date input', () => {
  it('is empty when its text is deleted, and parses a day written with slashes', async () => {
    const values = show({ key: 'f', title: '日期', type: 'date' }, {}, { f: '2025-09-25' })
    const input = await screen.findByLabelText('日期')
    await userEvent.clear(input)
    await userEvent.tab()
    expect(last(values)).toEqual({ f: null })
    await userEvent.type(input, '2025/9/5')
    await userEvent.tab()
    expect(last(values)).toEqual({ f: '2025-09-05' })
  })
})

describe('a region cell', () => {
  it('shows the names of its codes, and an unknown code unchanged', async () => {
    const { Cell } = getType('pca')
    const field: Field = { key: 'f', type: 'pca' }
    renderIn(
      stageRuntime(),
      <>
        <Cell value="330106" field={field} row={{}} />
        <Cell value="999999" field={field} row={{}} />
        <Cell value="330000,330106" field={field} row={{}} />
      </>,
    )
    const title = '浙江省 / 杭州市 / 西湖区'
    expect((await screen.findByTitle(title)).textContent).toBe(title)
    expect(screen.getByText('999999')).toBeTruthy()
    expect(screen.getByText(`浙江省,${title}`)).toBeTruthy()
  })
})
