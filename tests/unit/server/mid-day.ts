import { setTimeout as sleep } from 'node:timers/promises'

const day = 86_400_000
const shanghai = 28_800_000

/** For what is counted by days: one that is about to end is waited out. */
export async function midDay(): Promise<void> {
  const left = day - ((Date.now() + shanghai) % day)
  if (left < 30_000) await sleep(left + 1000)
}
