import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Settings } from './settings.ts'
import {
  DEFAULT_VALUES,
  type SecretName,
  SettingsBody,
  type SettingValues,
  secretNames,
  targetsOfSecrets,
} from './values.ts'

export type SettingServices = Pick<PlatformServices, 'db'> & { settings: Settings }

const refuse = defineRefusals({
  SETTING_SECRET_NEEDED: '服务器或账号已更改，请重新填写{name}',
  SETTING_ADDRESS: '{name}应为 http 或 https 地址，不含账号和密码',
  SETTING_MAIL_HOST: '发信服务器应为主机名或 IP 地址，如 smtp.example.org',
  SETTING_LDAP_ADDRESS: '目录地址应以 ldap:// 或 ldaps:// 开头，后面是主机名',
  SETTING_LDAP_FILTER: '查找条件应写在括号里，并含有 {username}',
  SETTING_SENDER: '请填写发件人，如 office@example.org',
})

const titles = {
  mailPassword: '邮箱密码',
  smsSecret: '签名密钥',
  dingtalkSecret: '钉钉的签名密钥',
  feishuSecret: '飞书的签名密钥',
  ldapPassword: '目录密码',
} as const
/** Addresses that receive messages. */
const addresses = [
  ['smsUrl', '短信接口'],
  ['dingtalkUrl', '钉钉群机器人的地址'],
  ['feishuUrl', '飞书群机器人的地址'],
  ['wecomUrl', '企业微信群机器人的地址'],
] as const
export const SETTING_CODE = 'system:setting'

/** The settings of messages and sign-in. Secrets go in and never come out. */
export const settingRoutes: Plugin<SettingServices> = (app, { db, settings }) => {
  app.get('/sys/setting', { config: { access: SETTING_CODE } }, async () => {
    const stored = await settings.storedSecrets()
    const states = secretNames.map((name) => [`${name}Stored`, stored.has(name)] as const)
    return ok({ ...(await settings.read()), ...Object.fromEntries(states) })
  })

  app.route({
    method: 'PUT',
    url: '/sys/setting',
    config: { access: SETTING_CODE },
    schema: { body: SettingsBody },
    handler: async ({ body, user }) => {
      const before = await settings.read()
      const stored = await settings.storedSecrets()
      const changes: Record<string, string | number | null> = {}
      for (const [name, value] of Object.entries(body)) {
        const trimmed = typeof value === 'string' ? value.trim() : value
        const isEmpty = trimmed === null || trimmed === undefined || trimmed === ''
        const isSecret = secretNames.some((secret) => secret === name)
        if (!isSecret) changes[name] = isEmpty ? null : trimmed
        // A secret is stored as it was typed.
        else if (!isEmpty) changes[name] = value ?? null
      }
      const after = {
        ...before,
        ...Object.fromEntries(
          Object.entries(changes).map(([name, value]) => [
            name,
            value ?? DEFAULT_VALUES[name as keyof typeof DEFAULT_VALUES],
          ]),
        ),
      }
      for (const [key, name] of addresses)
        if (after[key] && !isAddress(after[key], /^https?:$/))
          throw refuse('SETTING_ADDRESS', { values: { name } })
      if (after.mailHost && !HOST.test(after.mailHost)) throw refuse('SETTING_MAIL_HOST')
      if (after.mailHost && !/^[^\s@<>"]+@[^\s@<>"]+$/.test(after.mailFrom)) throw refuse('SETTING_SENDER')
      if (after.ldapUrl && !isAddress(after.ldapUrl, /^ldaps?:$/)) throw refuse('SETTING_LDAP_ADDRESS')
      if (after.ldapUrl && !/^\(.*\{username\}.*\)$/.test(after.ldapFilter))
        throw refuse('SETTING_LDAP_FILTER')
      for (const secret of secretNames) {
        const isMoved = targetsOfSecrets[secret].some((name) => after[name] !== before[name])
        if (!isMoved || !stored.has(secret) || secret in changes) continue
        // Without a server or an account there is nothing that the secret could open.
        if (isUsed(secret, after)) throw refuse('SETTING_SECRET_NEEDED', { values: { name: titles[secret] } })
        changes[secret] = null
      }
      await db.write((trx) => settings.store(trx, changes, user.username))
      return ok(null, '保存成功！')
    },
  })
}

/** Whether the settings name an account or address for the secret. */
function isUsed(secret: SecretName, values: SettingValues): boolean {
  if (secret === 'mailPassword') return values.mailHost !== '' && values.mailUser !== ''
  if (secret === 'ldapPassword') return values.ldapUrl !== '' && values.ldapUser !== ''
  const [target] = targetsOfSecrets[secret]
  return target !== undefined && values[target] !== ''
}

/** A name of a host or an IP address. */
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:]+$/

/** Whether the text names a host and no account, whose password everybody could read who sees the settings. */
function isAddress(text: string, protocol: RegExp): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return protocol.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
}
