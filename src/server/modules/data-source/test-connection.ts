import pg from 'pg'
import { databaseFailure } from '../../platform/store/failures.ts'
import type { Credentials } from './credentials.ts'
import { underMySql } from './mysql/connection.ts'
import { connectionReasons } from './mysql/words.ts'

const CONNECT_TIMEOUT_MS = 5000

const reasons: Readonly<Record<string, string>> = {
  ...connectionReasons,
  ECONNREFUSED: '对方没有数据库在听这个端口',
  ENOTFOUND: '找不到这个主机',
  EAI_AGAIN: '找不到这个主机',
  EHOSTUNREACH: '到不了这个主机',
  ENETUNREACH: '到不了这个主机',
  ETIMEDOUT: '对方没有应答',
  '28P01': '用户名或密码不对',
  '28000': '对方不接受这个用户从这里登录',
  '3D000': '没有这个数据库',
}

/** Why a connection failed, in words; null for an error that is not about a connection. */
export function connectionReason(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && reasons[code]) return reasons[code]
  return databaseFailure(error) === 'gone' ? '连接断了，或对方没有应答' : null
}

async function signIn({ host, port, name, user, password }: Credentials): Promise<void> {
  const client = new pg.Client({
    host,
    port,
    database: name,
    user,
    password,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'gazetteer-office',
  })
  // A connection that breaks later must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => undefined)
  }
}

const dialectNames: Readonly<Record<Credentials['dialect'], string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL 或 MariaDB',
}

/** Signs in to a database and leaves it again; the reason of a failure, null when it worked. */
export async function connectionFault(credentials: Credentials): Promise<string | null> {
  const { dialect } = credentials
  try {
    if (dialect === 'mysql')
      await underMySql(credentials, { timeout: CONNECT_TIMEOUT_MS, rows: 1 }, async () => undefined)
    else await signIn(credentials)
    return null
  } catch (error) {
    return connectionReason(error) ?? `对方没有应答，或不是 ${dialectNames[dialect]}`
  }
}
