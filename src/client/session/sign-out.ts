import { forgetSession } from './state.ts'

/** Ends the session at the server. `forgetSession` clears this browser, for any answer of the server. */
export async function endAtServer(): Promise<void> {
  const { http } = await import('./http.ts')
  await http.send('POST', '/sys/logout')
}

export async function signOut(): Promise<void> {
  try {
    await endAtServer()
  } finally {
    forgetSession()
  }
}
