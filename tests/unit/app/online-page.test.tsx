// @vitest-environment jsdom
import { cleanup, screen as page, render } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { OnlinePage } from '#app/shell/OnlinePage.tsx'

afterEach(cleanup)

const open = (list: string, code: string, at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Suspense>
        <Routes>
          <Route
            path="/:table?"
            element={<OnlinePage component={`modules/online/${list}`} list={list} code={code} index={[]} />}
          />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  )

it('a list of an unknown table names the missing document by the code in the address', () => {
  open('auto', ':table', '/test_order')
  expect(page.getByText(/MODULE_NOT_FOUND/).textContent).toContain('modules/online/auto')
  expect(page.getByText('schemas/online/test_order.json')).toBeTruthy()
})
