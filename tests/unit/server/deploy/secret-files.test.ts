import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { SECRET_SETTINGS, withSecretFiles } from '#server/platform/secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'office-secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const store = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  it('is the value of the setting, without the line break at its end', () => {
    const config = readConfig({
      DATABASE_URL_FILE: store('url', 'postgres://app:lantern@db/office\n'),
      ADMIN_PASSWORD_FILE: store('admin', ' lantern orchid \r\n'),
      SECRET_KEY_FILE: store('key', 'ab'.repeat(32)),
      METRICS_TOKEN_FILE: store('token', 'willow\n'),
      THIRD_LOGIN_SSO_CLIENT_SECRET_FILE: store('client', 'harbour\n'),
      THIRD_LOGIN_SSO_CLIENT_ID: 'office',
      THIRD_LOGIN_SSO_ISSUER: 'https://sso.example.org',
      THIRD_LOGIN_SSO_CALLBACK_URL: 'https://office.example.org/sys/thirdLogin/sso/callback',
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://app:lantern@db/office',
      adminPassword: ' lantern orchid ',
      secretKey: 'ab'.repeat(32),
      metricsToken: 'willow',
      signOnServers: [{ clientSecret: 'harbour' }],
    })
  })

  it.each(SECRET_SETTINGS)('is read for %s', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: store(name, 'lantern\n') })[name]).toBe('lantern')
  })

  it('is refused beside a value of the same setting, and does not appear in the error', () => {
    const env = { SECRET_KEY: 'ab'.repeat(32), SECRET_KEY_FILE: store('second', 'cd'.repeat(32)) }
    expect(() => readConfig(env)).toThrow(/^SECRET_KEY 和 SECRET_KEY_FILE 只能写一个 \([^)]*\)$/)
  })

  it('is refused with name, path and remedy when the file is missing or empty', () => {
    const missing = join(folder, 'missing')
    const lost = { S3_SECRET_KEY_FILE: missing }
    expect(() => readConfig(lost)).toThrow(`S3_SECRET_KEY_FILE=${missing} 不能读取（ENOENT）：请检查路径`)
    const empty = store('empty', '\n')
    expect(() => readConfig({ METRICS_TOKEN_FILE: empty })).toThrow(`METRICS_TOKEN_FILE=${empty} 是空的`)
  })

  it('is not in the errors of values that cannot be read', () => {
    const file = store('wrong', 'lantern-orchid://secret@')
    for (const name of SECRET_SETTINGS) {
      let text = ''
      try {
        readConfig({ [`${name}_FILE`]: file, WEBHOOK_HOSTS: 'oa.example' })
      } catch (error) {
        text = String(error)
      }
      expect(text).not.toContain('lantern')
    }
  })
})

it('an empty name of a file is no setting, and other settings have no files', () => {
  const env = { SECRET_KEY_FILE: ' ', PORT_FILE: '/nowhere' }
  expect(readConfig(env)).toEqual(readConfig({}))
})

it('every setting that is named as a secret may come from a file', () => {
  const names = new Set<string>()
  const get = (target: Record<string, string>, name: string) => {
    names.add(name)
    return target[name]
  }
  const s3 = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'a', S3_ACCESS_KEY: 'b', S3_SECRET_KEY: 'c' }
  readConfig(new Proxy(s3, { get }))
  const secret = /PASSWORD|PASSPHRASE|SECRET|TOKEN|KEY$|^(REDIS|.*DATABASE.*)_URL$/
  const secrets = [...names].filter((name) => secret.test(name))
  expect(secrets).toContain('DATABASE_URL')
  expect(secrets.filter((name) => !SECRET_SETTINGS.includes(name))).toEqual([])
})
