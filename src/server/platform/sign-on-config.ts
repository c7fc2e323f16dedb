type Environment = Record<string, string | undefined>

export interface CasServer {
  /** Without a slash at the end, e.g. `https://cas.example.org/cas`. */
  url: string
  /** The address of this product's sign-in page as CAS knows it. */
  service: string
}

/** A sign-on server that speaks OAuth 2's code flow. */
export interface ThirdServer {
  /** In lower case, e.g. `github`. */
  type: string
  title: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  clientId: string
  clientSecret: string
  /** Where the server sends the browser back to, as registered there. */
  callbackUrl: string
  scope?: string
  /** Names of the answer's keys that hold the person's id and name there. */
  idField: string
  nameField: string
}

const addressOf = (name: string, text: string | undefined): string => {
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
    url: addressOf('CAS_URL', url).replace(/\/+$/, ''),
    service: addressOf('CAS_SERVICE', service),
  }
}

/** One for each TYPE of `THIRD_LOGIN_<TYPE>_CLIENT_ID`. */
export function readThird(env: Environment): ThirdServer[] {
  const types = Object.keys(env).flatMap(
    (name) => /^THIRD_LOGIN_([A-Z0-9]{1,20})_CLIENT_ID$/.exec(name)?.[1] ?? [],
  )
  return types.sort().map((type) => {
    const nameOf = (key: string) => `THIRD_LOGIN_${type}_${key}`
    const text = (key: string) => env[nameOf(key)]?.trim() || undefined
    const needed = (key: string): string => {
      const value = text(key)
      if (!value) throw new Error(`缺少 ${nameOf(key)}`)
      return value
    }
    const address = (key: string) => addressOf(nameOf(key), text(key))
    const scope = text('SCOPE')
    return {
      type: type.toLowerCase(),
      title: text('TITLE') ?? type,
      authorizeUrl: address('AUTHORIZE_URL'),
      tokenUrl: address('TOKEN_URL'),
      userUrl: address('USER_URL'),
      clientId: needed('CLIENT_ID'),
      clientSecret: needed('CLIENT_SECRET'),
      callbackUrl: address('CALLBACK_URL'),
      ...(scope && { scope }),
      idField: text('ID_FIELD') ?? 'id',
      nameField: text('NAME_FIELD') ?? 'name',
    }
  })
}
