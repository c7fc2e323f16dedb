/** The sign-in methods besides name and password that the server has configured. */
export interface SignInMethods {
  register: boolean
  /** The address where single sign-on starts. */
  cas: string | null
  third: readonly { type: string; title: string }[]
}

/** The HTTP client is loaded when it is first needed: it is not part of the first paint. */
export async function loadSignInMethods(): Promise<SignInMethods> {
  const { http } = await import('#client/session/http.ts')
  return http.get<SignInMethods>('/sys/loginWays')
}
