// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueryRule } from '#runtime/schema/field-value.ts'
import { readFilterValues, writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { getType, renderIn, stageRuntime, tabKey } from '../stage.tsx'

afterEach(cleanup)

describe('the parameters of a query item', () => {
  it.each<[QueryRule, string[], Record<string, string>]>([
    ['eq', ['甲'], { f: '甲' }],
    ['like', ['甲'], { f: '*甲*' }],
    ['right_like', ['33'], { f: '33*' }],
    ['ne', ['甲'], { f: '!甲' }],
    ['ge', ['5'], { f: '>=5' }],
    ['lt', ['5'], { f: '<5' }],
    ['in', ['甲', '乙'], { f_MultiString: '甲,乙' }],
    ['range', ['1', '2'], { f_begin: '1', f_end: '2' }],
    ['range', ['', '2'], { f_end: '2' }],
  ])('are written for %s and read back', (rule, asked, params) => {
    expect(writeFilterValues('f', rule, asked)).toEqual(params)
    expect(readFilterValues('f', rule, params)).toEqual(asked)
  })

  it('keep typed wildcards, and are removed with the text', () => {
    expect(writeFilterValues('f', 'like', ['甲*'])).toEqual({ f: '甲*' })
    expect(writeFilterValues('f', 'like', [''])).toEqual({})
    expect(writeFilterValues('f', 'in', [])).toEqual({})
    expect(readFilterValues('f', 'like', { f: '*甲*乙*' })).toEqual(['*甲*乙*'])
  })
})

interface BarProps {
  asking: Field
  start: Record<string, string>
  onChange(params: Record<string, string>): void
}

function Bar({ asking, start, onChange }: BarProps) {
  const [params, setParams] = useState(start)
  const { QueryControl } = getType(asking.type)
  if (!QueryControl) return null
  const change = (next: Record<string, string>) => {
    onChange(next)
    setParams(next)
  }
  return <QueryControl field={asking} params={params} onChange={change} />
}

function ask(asking: Field, start: Record<string, string> = {}) {
  const changed = vi.fn()
  const dicts = {
    unit: [
      { value: '1', text: '册' },
      { value: '2', text: '套' },
    ],
  }
  renderIn(stageRuntime({}, dicts), <Bar asking={asking} start={start} onChange={changed} />)
  return () => changed.mock.lastCall?.[0]
}

describe('query controls', () => {
  it.each([
    ['*会稽*稿', '*会稽*稿'],
    ['*会稽*', '*会稽*'],
    ['会 稽', '*会 稽*'],
  ])('of a text keep every typed character of %s', async (text, param) => {
    const last = ask({ key: 'f', title: '题名', type: 'input_pop', query: 'like' })
    const input = screen.getByRole('textbox')
    await userEvent.type(input, text)
    expect(input).toHaveProperty('value', text)
    expect(last()).toEqual({ f: param })
  })

  it('of a number accept a lower and an upper limit', async () => {
    const last = ask({ key: 'f', title: '金额', type: 'inputNumber', query: 'range' })
    await userEvent.type(screen.getByLabelText('金额不小于'), '10')
    await userEvent.type(screen.getByLabelText('金额不大于'), '20.5')
    expect(last()).toEqual({ f_begin: '10', f_end: '20.5' })
  })

  it('of a dictionary accept several values when the rule is in', async () => {
    const last = ask({ key: 'f', title: '单位', type: 'select', dictCode: 'unit', query: true })
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '单位' }))
    fireEvent.click(await screen.findByTitle('册'))
    fireEvent.click(await screen.findByTitle('套'))
    // Tab leaves the open list, and changes nothing.
    expect(fireEvent.keyDown(screen.getByRole('combobox', { name: '单位' }), tabKey)).toBe(true)
    expect(last()).toEqual({ f_MultiString: '1,2' })
  })

  it.each([
    ['one value', 'eq', { f: '1' }, { f: '2' }],
    ['several values', true, { f_MultiString: '1' }, { f_MultiString: '1,2' }],
  ] as const)('of %s take the only item of a typed text', async (_title, query, start, params) => {
    const last = ask({ key: 'f', title: '单位', type: 'select', dictCode: 'unit', query }, start)
    const input = screen.getByRole('combobox', { name: '单位' })
    await userEvent.type(input, '套')
    expect(fireEvent.keyDown(input, tabKey)).toBe(true)
    fireEvent.blur(input)
    await waitFor(() => expect(last()).toEqual(params))
  })

  it('of a region find every code inside the region', async () => {
    const last = ask({ key: 'f', title: '行政区划', type: 'pca', query: 'right_like' }, { f: '3301*' })
    expect(await screen.findByTitle('浙江省 / 杭州市')).toBeTruthy()
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '行政区划' }))
    fireEvent.click(await screen.findByTitle('江苏省'))
    expect(last()).toEqual({ f: '32*' })
  })
})
