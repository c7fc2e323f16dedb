// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { WidgetsProvider } from '#runtime/contract/widgets.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { Field } from '#runtime/schema/types.ts'

afterEach(cleanup)

const face = (word: string) => {
  const type = fieldTypes.get(word)
  if (!type) throw new Error(word)
  return type
}

describe('a field that names a widget', () => {
  const field: Field = { key: 'fgrade', title: '品相', type: 'input', widget: 'rating' }
  const { Control, Cell } = face('input')

  it('is drawn by the widget for any field type', async () => {
    const onChange = vi.fn()
    render(
      <WidgetsProvider value={clientParts.widgets}>
        <Control field={field} value="2" onChange={onChange} values={{}} patch={() => {}} />
      </WidgetsProvider>,
    )
    const stars = await screen.findAllByRole('radio')
    await userEvent.click(stars[3] as HTMLElement)
    expect(onChange).toHaveBeenCalledWith('4')
  })

  it('is drawn by the widget in lists', () => {
    render(
      <WidgetsProvider value={clientParts.widgets}>
        <Cell field={field} value="3" row={{}} />
      </WidgetsProvider>,
    )
    expect(screen.getByRole('img', { name: '3 星' }).textContent).toBe('★★★☆☆')
  })

  it('is drawn by its type when the widget name is unknown', () => {
    render(
      <Control
        field={{ ...field, widget: 'nothing' }}
        value="2"
        onChange={() => {}}
        values={{}}
        patch={() => {}}
      />,
    )
    expect(screen.getByRole('textbox')).toHaveProperty('value', '2')
  })
})
