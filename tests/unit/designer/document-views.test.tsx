// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { ButtonsView } from '#designer/list/document-views.tsx'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(cleanup)

const Address = () => <output>{useLocation().search}</output>
const buildRow = (design: string) => ({
  id: design,
  design,
  title: '书架',
  kind: 'screen',
  path: '/demo/shelf',
})

const open = (rows: ReturnType<typeof buildRow>[]) => {
  const [onClose, runtime] = [vi.fn(), buildRuntime(fakeHttp({}))]
  draw(
    <>
      <ButtonsView row={rows[0] as never} rows={rows} onClose={onClose} onChange={vi.fn()} />
      <Address />
    </>,
    runtime,
  )
  return { onClose, runtime }
}

it('opens the buttons of the selected document in the designer', async () => {
  const { onClose } = open([buildRow('demo/shelf')])
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const address = new URLSearchParams(page.getByRole('status').textContent ?? '')
  expect(Object.fromEntries(address)).toMatchObject({ design: 'demo/shelf', part: 'actions' })
})

it('says that one document is changed at a time when several are selected', async () => {
  const { onClose, runtime } = open([buildRow('demo/shelf'), buildRow('demo/case')])
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(runtime.notify).toHaveBeenCalledWith('warning', expect.stringContaining('请只选一项'))
  expect(page.getByRole('status').textContent).toBe('')
})
