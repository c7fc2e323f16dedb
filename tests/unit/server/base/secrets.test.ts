import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openSecrets } from '#server/platform/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('an encrypted value', () => {
  it('is read again after a restart, and differs each time it is encrypted', () => {
    const before = openSecrets(folder)
    const encrypted = before.encrypt('口令 abc', 'mail.password')
    expect(encrypted).not.toContain('abc')
    expect(before.encrypt('口令 abc', 'mail.password')).not.toBe(encrypted)
    expect(openSecrets(folder).decrypt(encrypted, 'mail.password')).toBe('口令 abc')
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('is null for another purpose, another key and changed or shortened text', () => {
    const secrets = openSecrets(folder, '1'.repeat(64))
    const encrypted = secrets.encrypt('abc', 'mail.password')
    expect(secrets.decrypt(encrypted, 'ldap.password')).toBeNull()
    expect(openSecrets(folder, '2'.repeat(64)).decrypt(encrypted, 'mail.password')).toBeNull()
    const bytes = Buffer.from(encrypted.slice(3), 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(secrets.decrypt(`v1.${bytes.toString('base64url')}`, 'mail.password')).toBeNull()
    expect(secrets.decrypt(encrypted.slice(0, 12), 'mail.password')).toBeNull()
    expect(secrets.decrypt('abc', 'mail.password')).toBeNull()
  })

  it('cannot be made with a damaged key file, which is named', () => {
    const file = join(folder, 'secret.key')
    writeFileSync(file, 'short')
    expect(() => openSecrets(folder)).toThrow(file)
  })
})
