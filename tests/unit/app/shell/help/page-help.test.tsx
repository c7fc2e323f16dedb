// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PageHelp } from '#app/shell/help/PageHelp.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { buildRuntime, draw, fakeHttp } from '../../../screens/support.tsx'

vi.mock('#app/shell/help/usePageTarget.ts', () => ({
  usePageTarget: () => ({ kind: 'document', id: 'catalog/book' }),
}))
afterEach(cleanup)

it('the help of a page has the texts of dictionaries instead of their codes', async () => {
  const document = {
    kind: 'screen',
    id: 'catalog/book',
    title: '书目',
    fields: [
      { key: 'fkind', title: '类别', type: 'select', dictCode: 'kinds', defaultValue: 'M' },
      { key: 'fnote', title: '附注', type: 'input', showIf: "fkind == 'M'" },
    ],
  }
  const http = fakeHttp({
    '/schema/index': [],
    '/schema/documents/catalog/book': { id: 'catalog/book', rev: '1', document },
    '/sys/dict/getDictItems/kinds': [{ value: 'M', text: '府志' }],
  })
  draw(<PageHelp />, buildRuntime(http, { types: fieldTypes }))
  expect(await page.findByText('缺省 府志；可选：府志')).toBeTruthy()
  expect(page.getByText('类别 = 「府志」时才有')).toBeTruthy()
})
