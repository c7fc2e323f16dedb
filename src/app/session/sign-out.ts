import { forgetSession } from './state.ts'

/** Ends the session at the server. What is known here is forgotten by `forgetSession`, whatever the server says. */
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
