// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { cellValues, planPaste } from '#runtime/record/paste/paste.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)

const items = [
  { value: 'paper', text: '宣纸', values: { fprice: 12.5, funit: '刀' } },
  { value: 'paste', text: '浆糊', values: { fprice: 3 } },
]
const lookup = createLookup((code) => (code === 'material' ? items : undefined))
const fill = { orgFields: ['fprice', 'funit', 'text'], destFields: ['fcost', 'fmeasure', 'fname'] }
const select: Field = { key: 'fmaterial', title: '材料', type: 'select', dictCode: 'material', ...fill }

const choose = async (text: string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '材料' }))
  fireEvent.click(await screen.findByTitle(text))
}

describe('a choice that fills other fields', () => {
  it('writes the values of the chosen item of its dictionary, and null for a value that it lacks', async () => {
    const changed = vi.fn()
    const runtime = stageRuntime({ lookup }, {})
    renderIn(runtime, <Form type={getType('select')} field={select} onValues={changed} />)
    await choose('宣纸')
    expect(changed).toHaveBeenLastCalledWith({
      fmaterial: 'paper',
      fcost: 12.5,
      fmeasure: '刀',
      fname: '宣纸',
    })
    await choose('浆糊')
    expect(changed).toHaveBeenLastCalledWith({ fmaterial: 'paste', fcost: 3, fmeasure: null, fname: '浆糊' })
  })

  it('clears the filled fields when the choice is cleared', async () => {
    const changed = vi.fn()
    const initial = { fmaterial: 'paper', fcost: 12.5, fmeasure: '刀', fname: '宣纸', fnote: '留' }
    renderIn(
      stageRuntime({ lookup }),
      <Form type={getType('select')} field={select} initial={initial} onValues={changed} />,
    )
    fireEvent.mouseDown(document.querySelector('.ant-select-clear') as Element)
    expect(changed).toHaveBeenLastCalledWith({
      fmaterial: null,
      fcost: null,
      fmeasure: null,
      fname: null,
      fnote: '留',
    })
  })

  it('writes the values of its own options when it is a radio group', async () => {
    const changed = vi.fn()
    const options = items.map(({ value, text, values }) => ({ value, text, values }))
    const field: Field = { key: 'fmaterial', title: '材料', type: 'radio', options, ...fill }
    renderIn(stageRuntime(), <Form type={getType('radio')} field={field} onValues={changed} />)
    fireEvent.click(await screen.findByRole('radio', { name: '浆糊' }))
    expect(changed).toHaveBeenLastCalledWith({ fmaterial: 'paste', fcost: 3, fmeasure: null, fname: '浆糊' })
  })

  it('writes the values of a found item when its dictionary is searched', async () => {
    const changed = vi.fn()
    const get = async () => items as never
    const field: Field = {
      key: 'fmaterial',
      title: '材料',
      type: 'sel_search',
      dictCode: 'material',
      ...fill,
    }
    renderIn(
      stageRuntime({ http: { ...silentHttp, get } }),
      <Form type={getType('sel_search')} field={field} onValues={changed} />,
    )
    await choose('宣纸')
    expect(changed.mock.lastCall?.[0]).toMatchObject({ fmaterial: 'paper', fcost: 12.5, fmeasure: '刀' })
  })

  it('fills the cells of a row when its text is pasted', () => {
    const column = { key: 'fmaterial', title: '材料', field: select, type: getType('select') }
    const { changes, refused } = planPaste({
      block: [['浆糊']],
      columns: [column],
      rows: [{ id: 'a' }],
      room: 0,
      lookup,
      verb: '粘贴',
      isOpen: () => true,
    })
    expect(refused).toEqual([])
    expect(changes).toEqual([
      { id: 'a', values: { fmaterial: 'paste', fcost: 3, fmeasure: null, fname: '浆糊' } },
    ])
  })

  it('joins the values of several items', () => {
    const field = { ...select, type: 'list_multi' }
    const values = cellValues({ key: 'fmaterial', field, type: getType('list_multi') }, 'paper,paste', lookup)
    expect(values).toMatchObject({ fcost: '12.5,3', fmeasure: '刀', fname: '宣纸,浆糊' })
  })

  it('fills nothing while its dictionary is not loaded', () => {
    const column = { key: 'fmaterial', field: select, type: getType('select') }
    expect(
      cellValues(
        column,
        'paper',
        createLookup(() => undefined),
      ),
    ).toEqual({ fmaterial: 'paper' })
  })
})
