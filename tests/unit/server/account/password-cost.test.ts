import { beforeEach, expect, it, vi } from 'vitest'
import {
  hashGeneratedPassword,
  hashPassword,
  verifyPassword,
} from '#server/modules/session/passwords/passwords.ts'

const verified: string[] = []
vi.mock('@node-rs/argon2', async (load) => {
  const library = await load<typeof import('@node-rs/argon2')>()
  return {
    ...library,
    verify: (stored: string, password: string) => {
      verified.push(stored)
      return library.verify(stored, password)
    },
  }
})
beforeEach(() => void verified.splice(0))

/** How often a verification at full cost ran. */
const slow = () => verified.filter((stored) => stored.includes('m=19456,')).length

it('wrong password costs one slow verification, whether the user is unknown, imported or neither', async () => {
  const stored = [
    null,
    '-',
    await hashGeneratedPassword('kept-nowhere-1'),
    await hashPassword('river-stone-41'),
  ]
  for (const hash of stored) {
    verified.splice(0)
    expect(await verifyPassword(hash, 'wrong')).toBe(false)
    expect(slow()).toBe(1)
  }
})

it('right password is accepted by either hash', async () => {
  for (const hash of [hashGeneratedPassword, hashPassword])
    expect(await verifyPassword(await hash('river-stone-41'), 'river-stone-41')).toBe(true)
})
