import { setTimeout as sleep } from 'node:timers/promises'

const day = 86_400_000
const shanghai = 28_800_000

/** Waits for the next day when the current one is about to end, for tests that count by days. */
export async function midDay(): Promise<void> {
  const left = day - ((Date.now() + shanghai) % day)
  if (left < 30_000) await sleep(left + 1000)
}
