type Environment = Record<string, string | undefined>

export interface CasServer {
  /** Without a slash at the end, e.g. `https://cas.example.org/cas`. */
  url: string
  /** The address of this product's sign-in page in the configuration of CAS. */
  service: string
}

interface SignOnServerBase {
  /** In lower case, e.g. `github`. */
  type: string
  title: string
  clientId: string
  clientSecret: string
  /** The address to which the server redirects the browser, as registered there. */
  callbackUrl: string
  scope?: string
  /** The key of the user's name in the server's answer. */
  nameField: string
}

/** A sign-on server with the code flow of OAuth 2. */
export interface OauthServer extends SignOnServerBase {
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  /** The key of the user's id in the server's answer. */
  idField: string
}

/** A sign-on server with OpenID Connect; its addresses and keys are found by its issuer. */
export interface OidcServer extends SignOnServerBase {
  issuer: string
  scope: string
}

export type SignOnServer = OauthServer | OidcServer

const readAddress = (name: string, text: string | undefined): string => {
  if (!text || !/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new Error(`${name}=${text ?? ''} 不能识别：应为 http 或 https 地址`)
  return text
}

/** `CAS_URL` and `CAS_SERVICE`, both or neither. */
export function readCas(env: Environment): CasServer | undefined {
  const url = env.CAS_URL?.trim()
  const service = env.CAS_SERVICE?.trim()
  if (!url && !service) return undefined
  return {
    url: readAddress('CAS_URL', url).replace(/\/+$/, ''),
    service: readAddress('CAS_SERVICE', service),
  }
}

/** One for each TYPE of `THIRD_LOGIN_<TYPE>_CLIENT_ID`. */
export function readSignOnServers(env: Environment): SignOnServer[] {
  const types = Object.keys(env).flatMap(
    (name) => /^THIRD_LOGIN_([A-Z0-9]{1,20})_CLIENT_ID$/.exec(name)?.[1] ?? [],
  )
  return types.sort().map((type) => {
    const buildName = (key: string) => `THIRD_LOGIN_${type}_${key}`
    const text = (key: string) => env[buildName(key)]?.trim() || undefined
    const needed = (key: string): string => {
      const value = text(key)
      if (!value) throw new Error(`缺少 ${buildName(key)}`)
      return value
    }
    const address = (key: string) => readAddress(buildName(key), text(key))
    const scope = text('SCOPE')
    const addresses = text('ISSUER')
      ? // Without the scope `openid` the server would answer no id token.
        { issuer: address('ISSUER'), scope: scope ? `openid ${scope}` : 'openid profile' }
      : {
          authorizeUrl: address('AUTHORIZE_URL'),
          tokenUrl: address('TOKEN_URL'),
          userUrl: address('USER_URL'),
          ...(scope && { scope }),
          idField: text('ID_FIELD') ?? 'id',
        }
    return {
      type: type.toLowerCase(),
      title: text('TITLE') ?? type,
      clientId: needed('CLIENT_ID'),
      clientSecret: needed('CLIENT_SECRET'),
      callbackUrl: address('CALLBACK_URL'),
      nameField: text('NAME_FIELD') ?? 'name',
      ...addresses,
    }
  })
}
