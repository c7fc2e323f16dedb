/**
 * A unique name that cannot be guessed: 32 hex digits. Not `randomUUID`, which browsers offer over HTTPS only; office
 * networks use plain HTTP.
 */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
