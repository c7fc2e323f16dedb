// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PrintedRecord } from '#designer/preview/PrintedRecord.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

afterEach(cleanup)

const draft = { ...book, id: 'catalog/book' }
const entry = { id: 'print/card', kind: 'print', title: '书目卡', screen: 'catalog/book', rev: '1' }

/** Draws a record of the screen, for which the installation has these documents. */
function open(documents: object[]) {
  fakeWindow()
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string) => (url.includes('index') ? documents : {}))
  draw(<PrintedRecord screen={draft} record={{ id: '1', no: 'B1' }} />, buildRuntime(http))
}

it('the print of a screen names the template by which staff print instead', async () => {
  open([entry, { ...entry, id: 'print/other', title: '别的', screen: 'catalog/other' }])
  expect(await page.findByText('这是标准版式；员工打印用「书目卡」。')).toBeTruthy()
})

it('the print of a screen without a template has no note', async () => {
  open([])
  expect((await page.findAllByText(/编号/)).length).toBeGreaterThan(0)
  expect(page.queryByText(/标准版式/)).toBeNull()
})
