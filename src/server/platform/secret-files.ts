import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/** The settings that hold a secret, or an address that may contain one. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'REPORT_DATABASE_URL',
  'ADMIN_PASSWORD',
  'DEMO_PASSWORD',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'REDIS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'AUDIT_SINK',
  'WEBHOOK_SECRET',
  'BACKUP_PASSPHRASE',
]
const SIGN_ON_SECRET = /^THIRD_LOGIN_[A-Z0-9]{1,20}_CLIENT_SECRET$/
const SUFFIX = '_FILE'

const isSecret = (name: string): boolean => SECRET_SETTINGS.includes(name) || SIGN_ON_SECRET.test(name)

function readSecret(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(
      `${name}=${path} 不能读取（${code}）：请检查路径，并让服务的账户能读这个文件 (cannot read it: check the path, and let the server's account read the file)`,
    )
  }
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new Error(`${name}=${path} 是空的：请把密码或密钥写进这个文件 (the file is empty)`)
  return secret
}

/**
 * The environment with the secrets of files: `NAME_FILE` is the path of a file with the value of `NAME`, as Docker and
 * Kubernetes provide secrets. A line break at the end of the file does not count. Throws when a file cannot be read or is
 * empty, and when both names are set; no error contains a value.
 */
export function withSecretFiles(env: Environment): Environment {
  const secrets: Environment = {}
  for (const [fileName, value] of Object.entries(env)) {
    const path = value?.trim()
    const name = fileName.slice(0, -SUFFIX.length)
    if (!path || !fileName.endsWith(SUFFIX) || !isSecret(name)) continue
    if (env[name]?.trim())
      throw new Error(`${name} 和 ${fileName} 只能写一个 (set ${name} or ${fileName}, not both)`)
    secrets[name] = readSecret(fileName, path)
  }
  return Object.keys(secrets).length === 0 ? env : { ...env, ...secrets }
}
