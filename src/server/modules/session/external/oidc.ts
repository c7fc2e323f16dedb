import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { OidcServer } from '../../../platform/sign-on-config.ts'
import { fetchExternal } from './external-http.ts'

/** Milliseconds for which the addresses and keys of a server are trusted. */
const CONFIGURATION_LIFE = 3_600_000

/** The secrets of one sign-in, which the server answers or proves. */
export interface OidcChecks {
  /** Names the sign-in in the address of the return. */
  state: string
  /** A part of the id token: it belongs to this sign-in. */
  oidcNonce: string
  /** PKCE: the code is exchanged by the party that asked for it. */
  verifier: string
}

/** Signs in at servers with OpenID Connect by the authorization code flow. */
export interface OidcClient {
  /** The address at the server to which the browser is sent. */
  begin(server: OidcServer, checks: Omit<OidcChecks, 'verifier'> & { challenge: string }): Promise<URL>
  /** The user of the returned code. Rejects unless signature, issuer, audience, nonce and times of the id token are right. */
  finish(
    server: OidcServer,
    returned: Readonly<Record<string, string>>,
    checks: OidcChecks,
  ): Promise<{ subject: string; name: string }>
}

const boundedFetch: CustomFetch = async (url, options) => {
  const { answer, text } = await fetchExternal(new URL(url), options as RequestInit)
  const { status, headers } = answer
  return new Response(text === '' ? null : text, { status, headers })
}

async function discover({ issuer, clientId, clientSecret }: OidcServer): Promise<Configuration> {
  const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [customFetch]: boundedFetch,
    // Signatures are verified over TLS too: a proxy in between may end it. The configuration allows http for servers of the
    // own network, as it does for OAuth 2.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  })
  configuration[customFetch] = boundedFetch
  return configuration
}

export function openOidcClient(): OidcClient {
  const found = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  const readConfiguration = (server: OidcServer): Promise<Configuration> => {
    const stored = found.get(server.type)
    if (stored && stored.until > Date.now()) return stored.configuration
    const configuration = discover(server)
    found.set(server.type, { configuration, until: Date.now() + CONFIGURATION_LIFE })
    configuration.catch(() => found.delete(server.type))
    return configuration
  }
  return {
    async begin(server, { state, oidcNonce, challenge }) {
      return buildAuthorizationUrl(await readConfiguration(server), {
        redirect_uri: server.callbackUrl,
        scope: server.scope,
        state,
        nonce: oidcNonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
    },
    async finish(server, returned, { state, oidcNonce, verifier }) {
      const url = new URL(server.callbackUrl)
      for (const [name, value] of Object.entries(returned)) url.searchParams.set(name, value)
      const tokens = await authorizationCodeGrant(await readConfiguration(server), url, {
        expectedState: state,
        expectedNonce: oidcNonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('no id token')
      const name = claims[server.nameField] ?? claims.preferred_username
      return { subject: claims.sub, name: typeof name === 'string' ? name : '' }
    },
  }
}
