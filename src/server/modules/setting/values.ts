import Type from 'typebox'

const textSetting = (maxLength: number) => Type.String({ maxLength })
const integerSetting = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** The settings that administrators change while the server runs. An empty address switches its service off. */
const values = {
  /** Without a host mails stay in the outbox. */
  mailHost: textSetting(200),
  mailPort: integerSetting(1, 65_535),
  mailSecurity: Type.Enum(['tls', 'starttls', 'none']),
  mailUser: textSetting(200),
  mailFrom: textSetting(200),
  /** The address that receives text messages as JSON. Without it they stay in the outbox. */
  smsUrl: textSetting(500),
  /** The robots of group chats. Without an address their messages stay in the outbox. */
  dingtalkUrl: textSetting(500),
  feishuUrl: textSetting(500),
  wecomUrl: textSetting(500),
  /** A directory (LDAP) that verifies passwords besides the own ones. Without an address it is not asked. */
  ldapUrl: textSetting(300),
  ldapSecurity: Type.Enum(['starttls', 'none']),
  /** The account that searches for the entries of users; empty: an anonymous search. */
  ldapUser: textSetting(300),
  ldapBase: textSetting(300),
  /** `{username}` stands for the typed name. */
  ldapFilter: textSetting(300),
  /** Whether an entry opens only an account of the same name, or one is created for it. */
  ldapAccounts: Type.Enum(['existing', 'create']),
  /** The rule for new passwords: least characters, least kinds of characters, former ones refused, days of life (0 = no end). */
  policyLength: integerSetting(8, 64),
  policyKinds: integerSetting(1, 4),
  policyHistory: integerSetting(0, 24),
  policyDays: integerSetting(0, 3650),
  /** The limits from which administrators get an alarm (0 = none): per cent, milliseconds, numbers, days. */
  alarmDisk: integerSetting(0, 100),
  alarmLoopDelay: integerSetting(0, 60_000),
  alarmQueue: integerSetting(0, 1_000_000),
  alarmJobs: integerSetting(0, 1000),
  /** The hosts whose certificates are watched, separated by commas. */
  alarmHosts: textSetting(500),
  alarmCertificateDays: integerSetting(0, 365),
} as const

export const DEFAULT_VALUES: SettingValues = {
  mailHost: '',
  mailPort: 465,
  mailSecurity: 'tls',
  mailUser: '',
  mailFrom: '',
  smsUrl: '',
  dingtalkUrl: '',
  feishuUrl: '',
  wecomUrl: '',
  ldapUrl: '',
  ldapSecurity: 'starttls',
  ldapUser: '',
  ldapBase: '',
  ldapFilter: '(uid={username})',
  ldapAccounts: 'existing',
  policyLength: 8,
  policyKinds: 1,
  policyHistory: 0,
  policyDays: 0,
  alarmDisk: 90,
  alarmLoopDelay: 500,
  alarmQueue: 1000,
  alarmJobs: 1,
  alarmHosts: '',
  alarmCertificateDays: 14,
}

const orNull = <T extends Type.TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]))

const Values = Type.Object(values)
export type SettingValues = Type.Static<typeof Values>

/** Credentials of other systems: stored encrypted, never answered. */
export const secretNames = [
  'mailPassword',
  'smsSecret',
  'dingtalkSecret',
  'feishuSecret',
  'ldapPassword',
] as const
export type SecretName = (typeof secretNames)[number]

/** The settings that a secret belongs to: it is never sent to another server or for another account. */
export const targetsOfSecrets: Readonly<Record<SecretName, readonly (keyof SettingValues)[]>> = {
  mailPassword: ['mailHost', 'mailPort', 'mailSecurity', 'mailUser'],
  smsSecret: ['smsUrl'],
  dingtalkSecret: ['dingtalkUrl'],
  feishuSecret: ['feishuUrl'],
  ldapPassword: ['ldapUrl', 'ldapSecurity', 'ldapUser'],
}

/** A change: absent keys stay, null or an empty text restores the default, an empty secret keeps the stored one. */
export const SettingsBody = Type.Object(
  {
    ...(Object.fromEntries(Object.entries(values).map(([name, type]) => [name, orNull(type)])) as {
      [K in keyof typeof values]: ReturnType<typeof orNull<(typeof values)[K]>>
    }),
    mailPassword: orNull(textSetting(500)),
    smsSecret: orNull(textSetting(500)),
    dingtalkSecret: orNull(textSetting(500)),
    feishuSecret: orNull(textSetting(500)),
    ldapPassword: orNull(textSetting(500)),
  },
  { additionalProperties: false },
)
