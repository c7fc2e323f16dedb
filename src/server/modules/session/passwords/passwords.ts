import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Config } from '../../../platform/config.ts'

/** Argon2id (the library's own algorithm) with the minimum parameters of OWASP. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A generated password cannot be guessed, so its hash need not be slow: an import makes a thousand of them. */
export const hashGeneratedPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
const isSlowHash = (stored: string): boolean => stored.includes(`$m=${cost.memoryCost},`)

/** A hash of an unknown password, verified for unknown names, so that they take as long as known ones. */
const nobody = hashPassword(`nobody ${randomInt(2 ** 47)}`)

export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  // A user without a password (a colleague who does not sign in) takes as long as others, too.
  const real = stored?.startsWith('$argon2') ? stored : null
  const matches = await verify(real ?? (await nobody), password)
  if (real === null) return false
  // So does a wrong password of an imported user, whose hash is fast.
  if (!matches && !isSlowHash(real)) await verify(await nobody, password)
  return matches
}

/** Common passwords, as leaks count them; in lower case. */
const common = new Set([
  ...dictionary['passwords-common'],
  // That list has few of China's, and none that repeat a few digits.
  ...['admin888', 'woaini520', 'woaini1314', '1314520520', '5201314520', '12341234', '123123123'],
])

const digits = '01234567890123456789'
const isRun = (text: string): boolean =>
  /^(.)\1*$/.test(text) || digits.includes(text) || digits.includes([...text].reverse().join(''))

/** The part of the rule that administrators set. */
export interface PasswordRule {
  /** Least characters. */
  length: number
  /** Least kinds of characters: capital letters, small letters, digits, others. */
  kinds: number
}

const DEFAULT_RULE: PasswordRule = { length: 8, kinds: 1 }
const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** The reason why a password is too short or too simple for the rule, or null. */
export function ruleFault(password: string, rule: PasswordRule): string | null {
  const length = [...password].length
  if (length < rule.length || length > 128) return `密码长度应为 ${rule.length} 到 128 个字符`
  if (kinds.filter((kind) => kind.test(password)).length < rule.kinds)
    return `密码应包含大写字母、小写字母、数字、符号中的至少 ${rule.kinds} 种`
  return null
}

/** The names of this installation, which are no passwords. */
export type Names = Pick<Config, 'institution' | 'productTitle'>

/** The reason why a password is refused, or null: the rule, not common, no name. */
export function passwordFault(
  password: string,
  username: string,
  { institution, productTitle }: Names,
  rule: PasswordRule = DEFAULT_RULE,
): string | null {
  const fault = ruleFault(password, rule)
  if (fault !== null) return fault
  const lower = password.toLowerCase()
  if (common.has(lower) || isRun(lower)) return '密码过于常见，请换一个'
  const names = [username, institution, productTitle, '县志', '方志']
  if (names.some((name) => lower.includes(name.toLowerCase()))) return '密码不能包含账号或本馆名称'
  return null
}

// Without look-alikes, so that a printed password can be typed.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 20 characters, about 115 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
