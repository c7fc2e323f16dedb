import { createHash, randomBytes } from 'node:crypto'
import type { PlatformServices } from '../../../platform/services.ts'
import type { OauthServer, SignOnServer } from '../../../platform/sign-on-config.ts'
import type { Database, Db } from '../../../platform/store/database.ts'
import { consume, issue } from '../passwords/one-time.ts'
import { fetchExternalText } from './external-http.ts'
import type { OidcClient } from './oidc.ts'

/** Who somebody is at a sign-on server. */
export interface ExternalAccount {
  type: string
  externalId: string
  nickname: string
}

/** Only these two pages of ours; a request chooses between them and names no address. */
export const backPages = { login: '/user/login', account: '/account/settings/binding' } as const
export type Back = keyof typeof backPages

interface State {
  type: string
  nonce: string
  back: Back
  /** PKCE (RFC 7636): shows the sign-on server that the code is exchanged by the party that asked for it. */
  verifier: string
  /** OpenID Connect: a part of the id token, which ties it to this sign-in. */
  oidcNonce?: string
}

const STATE_LIFETIME_S = 600
const LOGIN_LIFETIME_S = 120
const BIND_LIFETIME_S = 900

const buildChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
const nonceDigest = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

/** The address at the sign-on server. The state is good once; the nonce stays with the browser that begins. */
export async function startOAuth(
  db: Db,
  oidc: OidcClient,
  server: SignOnServer,
  nonce: string,
  back: Back,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const oidcNonce = randomBytes(32).toString('base64url')
  const isOidc = 'issuer' in server
  const data: State = {
    type: server.type,
    nonce: nonceDigest(nonce),
    back,
    verifier,
    ...(isOidc && { oidcNonce }),
  }
  const state = await issue(db, 'third-state', data, STATE_LIFETIME_S)
  const challenge = buildChallenge(verifier)
  if (isOidc) return (await oidc.begin(server, { state, oidcNonce, challenge })).href
  const url = new URL(server.authorizeUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', server.clientId)
  url.searchParams.set('redirect_uri', server.callbackUrl)
  if (server.scope) url.searchParams.set('scope', server.scope)
  url.searchParams.set('code_challenge', challenge)
  url.searchParams.set('code_challenge_method', 'S256')
  url.searchParams.set('state', state)
  return url.href
}

export const takeState = (db: Db, state: string): Promise<State | null> =>
  consume<State>(db, 'third-state', state)

const parseObject = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object')
  return value as Record<string, unknown>
}

const readWord = (value: unknown, most: number): string | null => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= most ? text : null
}

/** Turns the code into a token and the token into a person; rejects when anything is not as it should be. */
async function readPerson(server: OauthServer, code: string, verifier: string): Promise<ExternalAccount> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: server.callbackUrl,
    code_verifier: verifier,
    client_id: server.clientId,
    client_secret: server.clientSecret,
  })
  const accept = { accept: 'application/json', 'user-agent': 'gazetteer-office' }
  const granted = parseObject(
    await fetchExternalText(new URL(server.tokenUrl), { method: 'POST', body, headers: accept }),
  )
  const token = readWord(granted.access_token, 8000)
  if (token === null) throw new Error('no access token')
  const headers = { ...accept, authorization: `Bearer ${token}` }
  const person = parseObject(await fetchExternalText(new URL(server.userUrl), { headers }))
  const externalId = readWord(Object.hasOwn(person, server.idField) ? person[server.idField] : null, 200)
  if (externalId === null) throw new Error(`no ${server.idField}`)
  const nickname = readWord(Object.hasOwn(person, server.nameField) ? person[server.nameField] : null, 100)
  return { type: server.type, externalId, nickname: nickname ?? '' }
}

/** The parameters with which the sign-on server sent the browser back. */
export type Returned = Readonly<Record<string, string>> & { state: string; code: string }

/** After the server sent the browser back: a one-time token for the page, or null. */
export async function finishOAuth(
  { db, log }: Pick<PlatformServices, 'db' | 'log'>,
  oidc: OidcClient,
  server: SignOnServer,
  { verifier, nonce, oidcNonce = '' }: State,
  returned: Returned,
): Promise<string | null> {
  try {
    const person =
      'issuer' in server
        ? await oidc
            .finish(server, returned, { state: returned.state, oidcNonce, verifier })
            .then(({ subject, name }) => ({
              type: server.type,
              externalId: subject,
              nickname: name.slice(0, 100),
            }))
        : await readPerson(server, returned.code, verifier)
    return await issue(db.app, 'third-login', { ...person, nonce }, LOGIN_LIFETIME_S)
  } catch (error) {
    log.warn({ err: error, third: server.type }, 'third-party sign-in failed')
    return null
  }
}

/** Who the token stands for. Only the browser that began has the nonce: nobody is signed in as somebody else by a link. */
export async function consumeAccount(
  db: Db,
  token: string,
  type: string,
  nonce: string,
): Promise<ExternalAccount | null> {
  const found = await consume<ExternalAccount & { nonce: string }>(db, 'third-login', token)
  if (!found || found.type !== type || found.nonce !== nonceDigest(nonce)) return null
  return { type: found.type, externalId: found.externalId, nickname: found.nickname }
}

export async function findLinkedUser(db: Db, { type, externalId }: ExternalAccount): Promise<string | null> {
  const row = await db
    .selectFrom('sys_third_account')
    .select('user_id')
    .where('type', '=', type)
    .where('third_id', '=', externalId)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** For somebody nobody knows yet: what a binding is made with, after the person has shown whose account it is. */
export const issueBinding = (db: Db, person: ExternalAccount): Promise<string> =>
  issue(db, 'third-bind', person, BIND_LIFETIME_S)

/** False: that person is somebody else's already. A user's earlier binding of the type is replaced. */
export async function linkAccount(
  { write }: Pick<Database, 'write'>,
  { type, externalId, nickname }: ExternalAccount,
  userId: string,
): Promise<boolean> {
  return await write(async (trx) => {
    await trx
      .deleteFrom('sys_third_account')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .where('third_id', '<>', externalId)
      .execute()
    const row = await trx
      .insertInto('sys_third_account')
      .values({ type, third_id: externalId, user_id: userId, nickname })
      .onConflict((conflict) =>
        conflict
          .columns(['type', 'third_id'])
          .doUpdateSet({ nickname })
          .whereRef('sys_third_account.user_id', '=', 'excluded.user_id'),
      )
      .returning('user_id')
      .executeTakeFirst()
    return row !== undefined
  })
}
