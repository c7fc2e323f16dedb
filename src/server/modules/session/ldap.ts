import { Client, InvalidCredentialsError } from 'ldapts'
import type { SettingValues } from '../setting/interface.ts'

/** Milliseconds for the connection and for each answer of the directory. */
const PATIENCE = 5000

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

const textOf = (value: unknown): string | null => {
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
  const client = new Client({ url: values.ldapUrl, timeout: PATIENCE, connectTimeout: PATIENCE })
  try {
    // The certificate must be valid for the address, as with ldaps.
    if (values.ldapSecurity === 'starttls' && values.ldapUrl.startsWith('ldap:')) {
      await client.startTLS({ host: new URL(values.ldapUrl).hostname })
    }
    if (values.ldapUser !== '') await client.bind(values.ldapUser, searchPassword ?? '')
    const { searchEntries } = await client.search(values.ldapBase, {
      scope: 'sub',
      filter: values.ldapFilter.replaceAll('{username}', () => escapeFilterValue(username)),
      attributes: ['entryUUID', 'displayName', 'cn', 'mail'],
      sizeLimit: 2,
    })
    const [entry] = searchEntries
    if (!entry || searchEntries.length > 1 || entry.dn === '') return null
    if (!(await isRightPassword(client, entry.dn, password))) return null
    return {
      entryId: textOf(entry.entryUUID) ?? entry.dn.toLowerCase(),
      name: textOf(entry.displayName) ?? textOf(entry.cn) ?? username,
      mail: textOf(entry.mail),
    }
  } finally {
    await client.unbind().catch(() => undefined)
  }
}
