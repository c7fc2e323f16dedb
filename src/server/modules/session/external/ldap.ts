import { Client, type Entry, InvalidCredentialsError, ResultCodeError } from 'ldapts'
import type { SettingValues } from '../../setting/interface.ts'

/** Milliseconds for the connection and for each answer of the directory. */
const LDAP_TIMEOUT_MS = 5000
const MAX_REASON = 200

/** A user of the directory whose password was right. */
export interface LdapPerson {
  /** Does not change when the entry is renamed, where the directory has such a value; else the entry's name. */
  entryId: string
  name: string
  mail: string | null
}

/** A value inside a search filter: characters with a meaning there are written as their codes (RFC 4515). */
export const escapeFilterValue = (text: string): string =>
  text.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

const readAttribute = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : null
}

async function isRightPassword(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false
    throw error
  }
}

/** The parts of a use of the directory, in their order. */
export type LdapStep = 'connect' | 'bind' | 'search'

/** The entries that the directory finds for a name, at most two; `onStep` is called before each part. */
async function findEntries(
  client: Client,
  values: SettingValues,
  searchPassword: string | null,
  username: string,
  onStep: (step: LdapStep) => void = () => undefined,
): Promise<Entry[]> {
  onStep('connect')
  // The certificate must be valid for the address, as with ldaps.
  if (values.ldapSecurity === 'starttls' && values.ldapUrl.startsWith('ldap:'))
    await client.startTLS({ host: new URL(values.ldapUrl).hostname })
  onStep('bind')
  if (values.ldapUser !== '') await client.bind(values.ldapUser, searchPassword ?? '')
  onStep('search')
  const { searchEntries } = await client.search(values.ldapBase, {
    scope: 'sub',
    filter: values.ldapFilter.replaceAll('{username}', () => escapeFilterValue(username)),
    attributes: ['entryUUID', 'displayName', 'cn', 'mail'],
    sizeLimit: 2,
  })
  return searchEntries
}

const readName = (entry: Entry, username: string): string =>
  readAttribute(entry.displayName) ?? readAttribute(entry.cn) ?? username

/** Runs work with a connection that is closed after it. */
async function withClient<T>({ ldapUrl }: SettingValues, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ url: ldapUrl, timeout: LDAP_TIMEOUT_MS, connectTimeout: LDAP_TIMEOUT_MS })
  try {
    return await work(client)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

/**
 * Searches for the user's entry and signs in as it (bind). Null: there is no such entry, more than one, or the password is
 * wrong. Rejects when the directory cannot be asked.
 */
export async function bindAsUser(
  values: SettingValues,
  searchPassword: string | null,
  username: string,
  password: string,
): Promise<LdapPerson | null> {
  // A bind without a password succeeds as an anonymous one.
  if (password === '') return null
  return await withClient(values, async (client) => {
    const [entry, second] = await findEntries(client, values, searchPassword, username)
    if (!entry || second || entry.dn === '') return null
    if (!(await isRightPassword(client, entry.dn, password))) return null
    return {
      entryId: readAttribute(entry.entryUUID) ?? entry.dn.toLowerCase(),
      name: readName(entry, username),
      mail: readAttribute(entry.mail),
    }
  })
}

/** The names of the entries that the directory finds for a user name, or the part that failed and why. */
export type LdapTrial = { names: string[] } | { failed: LdapStep; reason: string; isRefused: boolean }

/** Tries the settings without signing anybody in. */
export async function tryDirectory(
  values: SettingValues,
  searchPassword: string | null,
  username: string,
): Promise<LdapTrial> {
  let failed: LdapStep = 'connect'
  try {
    const entries = await withClient(values, (client) =>
      findEntries(client, values, searchPassword, username, (step) => {
        failed = step
      }),
    )
    return { names: entries.map((entry) => readName(entry, username)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, MAX_REASON) : ''
    // The connection is made by the first request; without an answer of the directory it failed itself.
    const isAnswered = error instanceof ResultCodeError
    return {
      failed: isAnswered ? failed : 'connect',
      reason,
      isRefused: error instanceof InvalidCredentialsError,
    }
  }
}
