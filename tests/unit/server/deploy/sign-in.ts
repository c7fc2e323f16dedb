import type { Running } from '#server/app/start.ts'

/** A caller of the server's addresses, signed in as the administrator. */
export async function signIn({ address }: Running, password: string) {
  let token = ''
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-access-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { success: boolean; result: never } }
  }
  const { result } = (await call('/sys/login', { username: 'admin', password })).body as {
    result: { token: string; userInfo: { id: string } }
  }
  token = result.token
  return { call, token, userId: result.userInfo.id }
}
