import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, signIn } from './client.ts'
import type { Errand } from './errands.ts'
import { PASSWORD, type Target } from './server.ts'

/** Misbehaviour of one person or of somebody without an account, bounded in count and time. */
export interface Attack {
  name: string
  /** What two of the others do instead of their usual work: what the attack aims at. */
  errands?: readonly Errand[]
  /** Makes what the attack needs, before the clock runs. */
  prepare?(target: Target): Promise<unknown>
  run(target: Target): Promise<void>
}

/** The time of an attack that lasts. */
export const SECONDS = 8

/** Starts one call each `everyMs` for the attack's time and waits for all of them. */
export async function repeat(everyMs: number, call: () => Promise<unknown>): Promise<void> {
  const calls: Promise<unknown>[] = []
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; await sleep(everyMs)) calls.push(call())
  await Promise.all(calls)
}

export const atOnce = (count: number, call: (at: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)))

/** The attacker's own client and token, made before the clock runs. */
export async function enter(target: Target, username = 'clerk') {
  const send = createClient(target.url)
  return { send, token: await signIn(send, username, PASSWORD) }
}

export const post = (body: string, token?: string) => ({
  method: 'POST',
  body,
  ...(token !== undefined && { token }),
})
