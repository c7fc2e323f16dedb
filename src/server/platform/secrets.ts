import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts values for the database. A value can be read again only with the same purpose, e.g. `mail.password`. */
export interface Secrets {
  encrypt(text: string, purpose: string): string
  /** Null: the value was changed, has another purpose, or was encrypted with another key. */
  decrypt(encrypted: string, purpose: string): string | null
  /** A keyed hash (HMAC-SHA-256) of the text in 64 hexadecimal digits: only who has the key can make it. */
  sign(text: string, purpose: string): string
}

/** The file with the key of the installation, where no setting has it. */
export const getKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/**
 * The key of this installation: `SECRET_KEY` (64 hexadecimal digits, the same on every instance), or the file
 * `secret.key` in the data folder, made at the first start and readable by its owner only.
 */
export function openSecrets(dataDir: string, secretKey?: string): Secrets {
  const root = secretKey ? Buffer.from(secretKey, 'hex') : readKeyFile(dataDir)
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', purpose, KEY_BYTES))
  /** By purpose; a verification signs millions of texts. */
  const signingKeys = new Map<string, Buffer>()
  return {
    encrypt(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, deriveKey(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(encrypted, purpose) {
      const [version, data = ''] = encrypted.split('.')
      const bytes = Buffer.from(data, 'base64url')
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, deriveKey(purpose), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    sign(text, purpose) {
      const key = signingKeys.get(purpose) ?? deriveKey(`sign.${purpose}`)
      signingKeys.set(purpose, key)
      return createHmac('sha256', key).update(text).digest('hex')
    },
  }
}

function readKeyFile(dataDir: string): Buffer {
  const file = getKeyFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  // The link appears with its content: of two processes that start at once, one makes the key and the other reads it.
  try {
    writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} 已损坏：密钥应为 ${KEY_BYTES} 字节，请从备份恢复此文件`)
  return key
}
