/** `REDIS_URL`: `redis://[:password@]host:6379` or `rediss://…` with TLS; undefined where there is no Redis. */
export function readRedisUrl(text: string | undefined): string | undefined {
  if (
    text === undefined ||
    (/^rediss?:\/\/\S/.test(text) && URL.canParse(text) && new URL(text).hostname !== '')
  )
    return text
  // The address may contain a password.
  throw new Error('REDIS_URL 不能识别：应为 redis://[:密码@]主机:6379 或 rediss://…')
}
