import type { AddressInfo } from 'node:net'
import ldap from 'ldapjs'

export const base = 'ou=people,dc=example,dc=org'
export const searcher = { dn: 'cn=search,dc=example,dc=org', password: 'search-secret-1' }

export interface LdapServer {
  url: string
  /** The passwords of users by their `uid`; two entries with one name are allowed. */
  users: { uid: string; password: string }[]
  /** The filters of the received searches. */
  filters: string[]
  close(): Promise<void>
}

/** The parts of the library's requests and answers that this directory uses; its types leave them open. */
interface Request {
  dn: { toString(): string }
  credentials: string
  filter: { toString(): string; matches(attributes: object): boolean }
}
interface Answer {
  send(entry: object): void
  end(): void
}
type Next = (error?: unknown) => void

/** A directory on this machine; like many of them it accepts a bind without a password. */
export async function openLdapServer(): Promise<LdapServer> {
  const users: LdapServer['users'] = []
  const filters: string[] = []
  const server = ldap.createServer()
  const buildDn = (uid: string, at: number) => `uid=${uid},ou=unit${at},${base}`
  server.bind('dc=example,dc=org', (request: Request, response: Answer, next: Next) => {
    const name = request.dn.toString().replaceAll(' ', '')
    const { credentials } = request
    const findPassword = (): string | undefined =>
      name === searcher.dn
        ? searcher.password
        : users.find(({ uid }, at) => buildDn(uid, at) === name)?.password
    if (credentials !== '' && credentials !== findPassword()) return next(new ldap.InvalidCredentialsError())
    response.end()
    return next()
  })
  server.search(base, (request: Request, response: Answer, next: Next) => {
    filters.push(String(request.filter))
    users.forEach(({ uid }, at) => {
      const attributes = {
        uid: [uid, uid.toUpperCase()],
        cn: `姓名 ${uid}`,
        mail: `${uid}@example.org`,
        objectclass: ['person'],
      }
      if (request.filter.matches(attributes)) response.send({ dn: buildDn(uid, at), attributes })
    })
    response.end()
    return next()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = (server as unknown as { address(): AddressInfo }).address()
  return {
    url: `ldap://127.0.0.1:${port}`,
    users,
    filters,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
