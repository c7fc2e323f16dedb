import { createDecipheriv } from 'node:crypto'

/**
 * The key and the start block with which JeecgBoot 3.9 clients write passwords in the body of a sign-in. They are constants of
 * those clients and keep nothing secret: the connection does.
 */
export const clientCipher = { key: '1234567890adbcde', iv: '1234567890hjlkew' } as const

const BLOCK = 16
const encrypted = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The text without the zeros or the PKCS#7 padding at the end of its last block. */
function withoutPadding(bytes: Buffer): Buffer {
  const count = bytes.at(-1) ?? 0
  const isCounted = count > 0 && count <= BLOCK && bytes.subarray(-count).every((byte) => byte === count)
  if (isCounted) return bytes.subarray(0, -count)
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return bytes.subarray(0, end)
}

/** The typed password: that of a client that encrypts it, decrypted; every other text as it is. */
export function typedPassword(sent: string): string {
  const bytes = encrypted.test(sent) ? Buffer.from(sent, 'base64') : Buffer.alloc(0)
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) return sent
  const decipher = createDecipheriv('aes-128-cbc', clientCipher.key, clientCipher.iv).setAutoPadding(false)
  const plain = withoutPadding(Buffer.concat([decipher.update(bytes), decipher.final()]))
  const text = plain.toString('utf8')
  // A password that only looks encrypted becomes bytes without meaning.
  const isText = text !== '' && Buffer.from(text, 'utf8').equals(plain) && !/\p{Cc}|\p{Cn}/u.test(text)
  return isText ? text : sent
}
