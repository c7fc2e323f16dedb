// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen as page, render } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import FramePage from '#views/frame/FramePage.tsx'

const start = '<html><head><meta name="product-title" content="业务管理系统" /></head></html>'
const server = setupServer(
  http.get('*/jmreport/list', () => HttpResponse.text(start)),
  http.get('*/test/report', () => HttpResponse.text('<html>报表</html>')),
  http.get('*/test/gone', () => new HttpResponse(null, { status: 502 })),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
afterEach(cleanup)

const show = (url: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FramePage title="积木报表设计" url={url} />
    </QueryClientProvider>,
  )

it.each(['{base}/jmreport/list', '{base}/test/gone'])(
  'the page says that the system behind %s is not there, and how to add it',
  async (url) => {
    show(url)
    expect(await page.findByText('「积木报表设计」还没有接入')).toBeTruthy()
    expect(page.getByText(/请管理员安装该系统并接到这个地址，或在「菜单管理」里改成它的网址/)).toBeTruthy()
    expect(page.queryByTitle('积木报表设计')).toBeNull()
  },
)

it('a page of the own site that is there is framed without its origin', async () => {
  show('{base}/test/report')
  const frame = await page.findByTitle('积木报表设计')
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
})

it('a page of another site is framed at once', () => {
  show('https://report.example/list')
  expect(page.getByTitle('积木报表设计').getAttribute('src')).toBe('https://report.example/list')
})
