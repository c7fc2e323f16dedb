// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import { createLookup } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { resolveDictWhere } from '#runtime/fields/kit/choice/useChoiceItems.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { DetailField, Field, ScreenDocument } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const last = (spy: ReturnType<typeof vi.fn>): unknown => spy.mock.lastCall?.[0]
const lookup = createLookup(() => undefined)
const env = {
  user: { id: '1', username: 'clerk', realname: '文员', orgCode: 'A01' },
  now: new Date(),
  mode: 'add' as const,
}

describe('text pasted into a select field', () => {
  const field: Field = { key: 'frate', title: '税率%', type: 'select', options: [{ value: 13, text: '13' }] }
  it.each([
    ['13', 13],
    ['13%', 13],
    ['13 ％', 13],
  ])('becomes the option that %s names', (text, value) =>
    expect(getType('select').fromText(text, field, lookup)).toEqual({ ok: true, value }),
  )
  it('is refused when the rate is no option', () =>
    expect(getType('select').fromText('9%', field, lookup).ok).toBe(false))
})

describe('a dictionary that depends on another field', () => {
  const field: Field = {
    key: 'fholder',
    title: '馆藏地',
    type: 'select',
    dictCode: 'base_holder,fname,fcode',
    dictWhere: { region: '$form.fregion', fkind: 1 },
  }

  it('resolves to the values of form and row, and to none while one is missing', () => {
    const where = { region: '$form.fregion', shelf: '$row.fshelf', kind: 1 }
    expect(resolveDictWhere(where, { fregion: '33' }, { fshelf: 'A' })).toEqual({
      region: '33',
      shelf: 'A',
      kind: 1,
    })
    expect(resolveDictWhere(where, { fregion: '' }, { fshelf: 'A' })).toBeNull()
    expect(resolveDictWhere({ a: "$form.x' or 1=1" }, {}, {})).toEqual({ a: "$form.x' or 1=1" })
  })

  it('is loaded again when that field changes, and each answer is cached by its values', async () => {
    const get = vi.fn(async (_url: string, params?: Record<string, unknown>) =>
      String(params?.where).includes('"33"')
        ? [{ value: 'h1', text: '浙江馆' }]
        : [{ value: 'h2', text: '江苏馆' }],
    )
    const shown: ScreenDocument = {
      version: 2,
      kind: 'screen',
      id: 'a/b',
      title: '甲',
      fields: [{ key: 'fregion', type: 'input' }, field],
    }
    const model = new RecordModel(shown, {}, { types: fieldTypes, lookup, env })
    const changed = vi.fn()
    renderIn(
      stageRuntime({ http: { ...silentHttp, get: get as unknown as Http['get'] } }),
      <RecordModelProvider value={model}>
        <Form type={getType('select')} field={field} onValues={changed} />
      </RecordModelProvider>,
    )
    const open = async () => fireEvent.mouseDown(await screen.findByRole('combobox', { name: '馆藏地' }))
    expect(get).not.toHaveBeenCalled()
    act(() => model.setHead('fregion', '33'))
    await open()
    fireEvent.click(await screen.findByTitle('浙江馆'))
    expect(last(changed)).toEqual({ fholder: 'h1', fholder_dictText: '浙江馆' })
    expect(get.mock.lastCall?.slice(0, 2)).toEqual([
      '/sys/dict/getDictItems/base_holder%2Cfname%2Cfcode',
      { where: '{"region":"33","fkind":1}' },
    ])
    act(() => model.setHead('fregion', '32'))
    await open()
    expect(await screen.findByTitle('江苏馆')).toBeTruthy()
    const asked = get.mock.calls.length
    act(() => model.setHead('fregion', '33'))
    await waitFor(() => expect(screen.queryByTitle('江苏馆')).toBeNull())
    expect(get.mock.calls.length).toBe(asked)
  })

  it('is not preloaded with the screen', () => {
    expect(getType('select').needs?.(field)).toEqual([])
    expect(getType('list_multi').needs?.({ ...field, type: 'list_multi' })).toEqual([])
  })
})

describe('a select field', () => {
  const options = [
    { value: '1', label: '册' },
    { value: '2', title: '套', disabled: true },
  ]

  it('accepts typed text where the document allows it, and refuses it elsewhere', async () => {
    const field: Field = { key: 'f', title: '单位', type: 'select', options, allowInput: true }
    const values = vi.fn()
    renderIn(stageRuntime(), <Form type={getType('select')} field={field} onValues={values} />)
    await userEvent.type(screen.getByRole('combobox', { name: '单位' }), '函')
    await screen.findByTitle('函')
    fireEvent.keyDown(screen.getByRole('combobox', { name: '单位' }), {
      key: 'Enter',
      keyCode: 13,
      which: 13,
    })
    expect(last(values)).toEqual({ f: '函' })
    expect(getType('select').check('函', field, lookup)).toBeNull()
    expect(getType('select').check('函', { ...field, allowInput: false }, lookup)?.text).toBe(
      '字典值不存在：函',
    )
  })

  it('is not searchable when the document disables the search, and disabled options cannot be chosen', async () => {
    const field: Field = { key: 'f', title: '单位', type: 'select', options, allowSearch: false }
    const values = vi.fn()
    renderIn(stageRuntime(), <Form type={getType('select')} field={field} onValues={values} />)
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: '单位' })
    expect(input.readOnly).toBe(true)
    fireEvent.mouseDown(input)
    fireEvent.click(await screen.findByTitle('套'))
    expect(values).not.toHaveBeenCalled()
  })
})

describe('checkboxes and switches', () => {
  const box: Field = {
    key: 'f',
    title: '在架',
    type: 'checkbox',
    customValue: ['1', '0'],
    defaultChecked: true,
  }

  it('start checked when the document sets defaultChecked', () => {
    const buildScreen = (fields: Field[]) => ({ id: 'a/b', title: '', fields }) as unknown as ScreenDocument
    expect(newRecord(buildScreen([box]), env)).toEqual({ f: '1' })
    expect(newRecord(buildScreen([{ ...box, customValue: undefined }]), env)).toEqual({ f: true })
    const detail = { key: 'items', type: 'table', fields: [box] } as DetailField
    expect(newRow(buildScreen([]), detail, env)).toEqual({ f: '1' })
  })

  it.each(['switch', 'checkbox'])('of type %s keep and show a value outside their pair', async (word) => {
    const field: Field = { key: 'f', title: '在架', type: word }
    const values = vi.fn()
    const type = getType(word)
    renderIn(stageRuntime(), <Form type={type} field={field} initial={{ f: '待定' }} onValues={values} />)
    await screen.findByLabelText('在架')
    expect(values).not.toHaveBeenCalled()
    expect(type.toWire(type.fromWire('待定', field), field)).toBe('待定')
    expect(type.toText(type.fromWire('待定', field), field, lookup, 'cell')).toBe('待定')
    expect(type.check('待定', field, lookup)).not.toBeNull()
  })
})

describe('the condition of a category tree', () => {
  const tree = (condition: string): Field => ({
    key: 'f',
    title: '分类',
    type: 'cat_tree',
    dictCode: 'category:B01',
    condition,
  })
  const show = (condition: string) => {
    const notify = vi.fn()
    const get = vi.fn(async () => [])
    renderIn(
      stageRuntime({ notify, http: { ...silentHttp, get: get as unknown as Http['get'] } }),
      <Form type={getType('cat_tree')} field={tree(condition)} />,
    )
    return { notify, get }
  }

  it.each(['{', '[]', '"x"', '1', 'null'])(
    '%s is no JSON object: an error is shown, and nothing loads',
    async (text) => {
      const { notify, get } = show(text)
      fireEvent.mouseDown(await screen.findByLabelText('分类'))
      await waitFor(() =>
        expect(notify).toHaveBeenCalledWith(
          'error',
          '组件JTreeSelect-condition传值有误，需要一个json字符串!',
        ),
      )
      expect(get).not.toHaveBeenCalled()
    },
  )

  it('is sent with the request', async () => {
    const { notify, get } = show('{"name":"府志"}')
    fireEvent.mouseDown(await screen.findByLabelText('分类'))
    await waitFor(() => expect(get).toHaveBeenCalled())
    expect((get.mock.calls[0] as unknown[]).slice(0, 2)).toEqual([
      '/sys/category/loadTreeData',
      { pid: '', pcode: 'B01', condition: '{"name":"府志"}' },
    ])
    expect(notify).not.toHaveBeenCalled()
  })
})
