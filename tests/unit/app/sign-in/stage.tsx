import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { lazy, Suspense } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { forgetSession } from '#client/session/state.ts'

interface SentRequest {
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}
type Reply = object | ((asked: SentRequest) => object)

export const good = (result: unknown = null, message = '成功') => ({
  success: true,
  code: 200,
  message,
  result,
})
/** A refusal; `reason` is its code, which is sent in a header. */
export const bad = (message: string, result: unknown = null, reason: string | null = null) => ({
  success: false,
  code: 500,
  message,
  result,
  reason,
})
export const login = (more = {}) =>
  good({
    token: 'abc',
    userInfo: { id: '1', username: 'clerk', realname: '李文澜' },
    multi_depart: 1,
    ...more,
  })

/** The current answers of the server by path, and the requests that it received. */
export const wire: { replies: Record<string, Reply>; asked: SentRequest[] } = { replies: {}, asked: [] }

const server = setupServer(
  route.all('*', async ({ request }) => {
    const url = new URL(request.url)
    const path = url.pathname.replace('/jeecg-boot', '')
    const text = await request.clone().text()
    const { _t, ...query } = Object.fromEntries(url.searchParams)
    const asked = { method: request.method, path, query, body: text === '' ? {} : JSON.parse(text) }
    wire.asked.push(asked)
    const known = Object.keys(wire.replies).find((each) => path === each || path.startsWith(`${each}/`))
    const reply = known ? wire.replies[known] : undefined
    if (!reply) return HttpResponse.json(bad(`没有准备 ${path}`))
    const { reason, ...body } = (typeof reply === 'function' ? reply(asked) : reply) as { reason?: string }
    return HttpResponse.json(body, reason ? { headers: { 'x-error-code': reason } } : {})
  }),
)

/** The calls of one path, in order. */
export const listRequests = (path: string) => wire.asked.filter((asked) => asked.path === path)

const Where = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}
export const where = () => screen.getByTestId('where').textContent

const pages = {
  login: lazy(() => import('#app/sign-in/SignIn.tsx')),
  register: lazy(() => import('#app/sign-in/register/Register.tsx')),
  'register-result': lazy(() => import('#app/sign-in/register/RegisterResult.tsx')),
  alteration: lazy(() => import('#app/sign-in/alteration/Alteration.tsx')),
}

/** Opens an address under /user, without the guard. */
export function open(address: string) {
  const routes = Object.entries(pages).map(([name, Page]) => ({
    path: `/user/${name}`,
    element: (
      <Suspense>
        <Where />
        <Page />
      </Suspense>
    ),
  }))
  const router = createMemoryRouter([...routes, { path: '*', element: <Where /> }], {
    initialEntries: [address],
  })
  return render(<RouterProvider router={router} />)
}

export const field = (name: string) => screen.findByRole('textbox', { name })
export const password = (name: string) => screen.findByLabelText(name, { selector: 'input' })
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Drags the slider by its keys and waits for the answer of the server. */
export const slide = async () => {
  const handle = await screen.findByRole('slider', { name: '滑块验证' })
  handle.focus()
  await userEvent.keyboard('{ArrowRight>10/}')
}

export function prepare() {
  beforeAll(() => {
    server.listen()
  })
  afterEach(() => {
    cleanup()
    forgetSession()
    localStorage.clear()
    sessionStorage.clear()
    wire.replies = {}
    wire.asked = []
  })
  afterAll(() => server.close())
}
