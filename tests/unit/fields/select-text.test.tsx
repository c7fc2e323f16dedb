// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Form, renderIn, stageRuntime, typeOf } from './stage.tsx'

afterEach(cleanup)

const field = {
  key: 'fkind',
  title: '类别',
  type: 'select',
  options: [
    { value: '1', text: '皮纸' },
    { value: '2', text: '宣纸' },
  ],
}

function open() {
  const notify = vi.fn()
  const values = vi.fn()
  renderIn(
    stageRuntime({ notify }),
    <Form type={typeOf('select')} field={field} initial={{ fkind: '1' }} onValues={values} />,
  )
  screen.getByLabelText('类别').focus()
  return { notify, values, hands: userEvent.setup() }
}

it('a text that a select does not know is displayed when its list closes, before the focus leaves', async () => {
  const { notify, values, hands } = open()
  await hands.keyboard('缎带')
  fireEvent.mouseDown(document.body)
  expect(document.activeElement).toBe(screen.getByLabelText('类别'))
  await waitFor(() => expect(screen.getByTitle('缎带')).toBeTruthy())
  expect(screen.getByLabelText('类别').getAttribute('aria-invalid')).toBe('true')
  expect(notify).toHaveBeenCalledWith('warning', '没有查询到任何数据')
  expect(values).not.toHaveBeenCalled()
})

it('a text of a select takes its item when the list closes', async () => {
  const { values, hands } = open()
  await hands.keyboard('宣{Tab}')
  await waitFor(() => expect(values.mock.lastCall?.[0]).toMatchObject({ fkind: '2' }))
})

it('Esc drops the text of a select and keeps its value', async () => {
  const { notify, hands } = open()
  await hands.keyboard('缎带{Escape}{Tab}')
  await waitFor(() => expect(screen.getByTitle('皮纸')).toBeTruthy())
  expect(notify).not.toHaveBeenCalled()
})
