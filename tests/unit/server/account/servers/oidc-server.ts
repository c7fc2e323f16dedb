import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const client = { id: 'office', secret: 'office-secret-1' }
export const callbackUrl = 'https://office.example/sys/thirdLogin/sso/callback'

export interface OidcProvider {
  issuer: string
  /** Signs the account in at the address, as its user would, and returns the address of the callback. */
  signIn(address: URL, account: string): Promise<URL>
  /** Changes the id token of the next answers on their way, as a proxy in between could; null = leaves them as they are. */
  changeIdToken(change: ((idToken: string) => string) | null): void
  close(): Promise<void>
}

/** A certified OpenID Connect provider on this machine; it demands PKCE and knows every account. */
export async function openOidcProvider(): Promise<OidcProvider> {
  let handle: ReturnType<Provider['callback']> | null = null
  let change: ((idToken: string) => string) | null = null
  const server = createServer((request, response) => {
    const end = response.end.bind(response)
    if (change && request.url === '/token')
      response.end = ((body: string | Buffer) => {
        const answer = JSON.parse(String(body))
        const changed = JSON.stringify({ ...answer, id_token: change?.(answer.id_token) })
        return end(response.setHeader('content-length', Buffer.byteLength(changed)) && changed)
      }) as typeof response.end
    void handle?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callbackUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['key of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `姓名 ${id}` }),
    }),
  })
  handle = provider.callback()

  return {
    issuer,
    async signIn(address, account) {
      const cookies = new Map<string, string>()
      const visit = async (url: URL, form?: Record<string, string>): Promise<Response> => {
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        return answer
      }
      let url = address
      for (let step = 0; step < 10; step++) {
        const isInteraction = url.pathname.startsWith('/interaction/')
        const page = isInteraction ? await (await visit(url)).text() : ''
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        const answer = await visit(
          url,
          prompt ? { prompt, ...(prompt === 'login' && { login: account, password: 'any' }) } : undefined,
        )
        const next = answer.headers.get('location')
        if (next === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
        url = new URL(next, issuer)
        if (url.origin !== issuer) return url
      }
      throw new Error('the sign-in did not end')
    },
    changeIdToken(next) {
      change = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
