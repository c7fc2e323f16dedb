import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AuditSink, readAuditSink } from './audit-sink-config.ts'
import { type ClamdAddress, readClamd } from './files/clamd.ts'
import { readRedisUrl } from './redis-config.ts'
import { readS3, type S3Config } from './s3-config.ts'
import { withSecretFiles } from './secret-files.ts'
import { type CasServer, readCas, readSignOnServers, type SignOnServer } from './sign-on-config.ts'

/** The settings of the environment, read once. Times are in seconds. */
export interface Config {
  /** The project's folder, which contains `schemas/` and `dist/`. */
  root: string
  port: number
  host: string
  dataDir: string
  /** Absent when the embedded server is used. */
  databaseUrl?: string
  /** The login of `databaseUrl` without the pooler to which that leads; absent: there is no pooler. */
  databaseDirectUrl?: string
  /** The login of `databaseUrl` at a replica, or at a balancer before several; absent: there is none. */
  databaseReadUrl?: string
  databaseOwnerUrl?: string
  reportDatabaseUrl?: string
  /** Folders of documents, in order; a later one may add but not replace. */
  schemaDirs: string[]
  adminPassword?: string
  demoPassword?: string
  demo: boolean
  bench: boolean
  /** Maximum requests of a session per minute; 0 = no limits. */
  rateLimit: number
  /** Milliseconds of event loop delay above which new requests are refused; 0 = never refused. */
  maxLoopDelay: number
  /** Seconds for which a stopping server still answers, while `/healthz` sends its proxy elsewhere. */
  stopDelay: number
  /** Seconds between two readings of the monitor; 0 = none. */
  monitorInterval: number
  /** The token with which a collector reads /metrics; absent: nobody reads it. */
  metricsToken?: string
  /** The collector of traces (OTLP over HTTP); absent: nothing is traced. */
  otlpEndpoint?: string
  /** The name of this service in traces. */
  otlpService: string
  sessionIdle: number
  sessionMax: number
  uploadMaxMb: number
  /** The largest upload that is sent in parts and can be continued, in MB. */
  uploadResumableMb: number
  /** Maximum uploads of a user per day (China's time), in MB; 0 = no limit. */
  uploadDayMb: number
  /** Maximum size of all stored files together, in MB; 0 = no limit. */
  uploadTotalMb: number
  /** Uploads are refused while the disk has less free space than this, in MB. */
  uploadReserveMb: number
  /** Where uploaded files are; absent: in the data folder. */
  s3?: S3Config
  /** Scans uploads for viruses; absent: they are not scanned. */
  clamd?: ClamdAddress
  /** A Redis server that the monitor watches. */
  redisUrl?: string
  /** Encrypts secrets in the database: 64 hexadecimal digits. Absent: a key file in the data folder. */
  secretKey?: string
  /** Encrypts and opens the archives of back-ups; absent: none can be made. */
  backupPassphrase?: string
  /** Where the last hash of the operation log is kept. Absent: the file `audit.log` in the data folder. */
  auditSink?: AuditSink
  /** Days after which the months of the logs are archived; 0 = never. */
  logKeepDays: number
  /** Days after which the months of the versions of records are archived; 0 = never. */
  versionKeepDays: number
  /** Days after which the months of messages are archived; 0 = never. */
  messageKeepDays: number
  /** Whether registration is open. */
  signUp: boolean
  /** Drafts of documents are released only after another person has approved them. */
  designReview: boolean
  cas?: CasServer
  signOnServers: SignOnServer[]
  /** Origins of other systems that menu entries may show in a frame. */
  frameOrigins: string[]
  /** Hosts, or host:port, to which the test of a data source may connect. */
  dataSourceHosts: string[]
  /** Hosts, or host:port, to which screens may send requests after changes; with the secret that signs them, or none. */
  webhookHosts: string[]
  webhookSecret?: string
  /** Addresses of proxies whose X-Forwarded-* headers are trusted. */
  trustedProxy?: string
  logLevel: string
  institution: string
  productTitle: string
  shortTitle: string
  production: boolean
}

type Environment = Record<string, string | undefined>

const units: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600, d: 86400 }
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const refuse = (name: string, value: string, expected: string): never => {
  throw new Error(`${name}=${value} 不能识别：应为${expected}`)
}

function readInteger(env: Environment, name: string, fallback: number, max: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > max) return refuse(name, text, ` 0 到 ${max} 的整数`)
  return value
}

function key(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim()
  if (text && !/^[0-9a-f]{64}$/i.test(text)) return refuse(name, '***', ' 64 位十六进制数字')
  return text || undefined
}

const MIN_PASSPHRASE = 16

/** An archive contains all passwords: a thief of it may guess without limit. */
function readPassphrase(env: Environment): string | undefined {
  const text = env.BACKUP_PASSPHRASE || undefined
  if (text && text.length < MIN_PASSPHRASE)
    return refuse('BACKUP_PASSPHRASE', '…', `至少 ${MIN_PASSPHRASE} 个字`)
  return text
}

/** Seconds from `90`, `30m`, `8h` or `7d`. */
function seconds(env: Environment, name: string, fallback: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const match = /^(\d{1,9})([smhd]?)$/.exec(text)
  if (!match || Number(match[1]) === 0) return refuse(name, text, '时长，如 90、30m、8h、7d')
  return Number(match[1]) * (units[match[2] ?? ''] ?? 1)
}

/** Origins like `https://map.example:8443`, separated by commas; other values could weaken the pages' policy. */
function origins(env: Environment, name: string): string[] {
  const words = (env[name] ?? '').split(',').map((word) => word.trim())
  return words.filter(Boolean).map((word) => {
    const url = URL.canParse(word) ? new URL(word) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== word)
      return refuse(name, word, '以逗号分隔的来源，如 https://map.example')
    return word
  })
}

/** Hosts like `10.0.0.5` or `archive.example:5432`, separated by commas. */
function hosts(env: Environment, name: string): string[] {
  const words = (env[name] ?? '').split(',').map((word) => word.trim())
  return words.filter(Boolean).map((word) => {
    if (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/.test(word)) return word
    return refuse(name, word, '以逗号分隔的主机，如 10.0.0.5 或 archive.example:5432')
  })
}

/** A receiver can tell our requests from forged ones by their signature only, so hosts need a secret. */
function readWebhooks(env: Environment): Pick<Config, 'webhookHosts' | 'webhookSecret'> {
  const webhookHosts = hosts(env, 'WEBHOOK_HOSTS')
  const webhookSecret = env.WEBHOOK_SECRET || undefined
  if (webhookHosts.length > 0 && (webhookSecret?.length ?? 0) < 16)
    refuse('WEBHOOK_SECRET', webhookSecret === undefined ? '' : '…', '至少 16 个字，与 WEBHOOK_HOSTS 一起写')
  return { webhookHosts, webhookSecret }
}

function readDatabase(
  text: (name: string) => string | undefined,
): Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databaseOwnerUrl' | 'reportDatabaseUrl'
> {
  const databaseUrl = text('DATABASE_URL')
  const [databaseDirectUrl, databaseReadUrl] = [text('DATABASE_DIRECT_URL'), text('DATABASE_READ_URL')]
  if (!databaseUrl && databaseDirectUrl) refuse('DATABASE_DIRECT_URL', '…', '与 DATABASE_URL 一起写')
  if (!databaseUrl && databaseReadUrl) refuse('DATABASE_READ_URL', '…', '与 DATABASE_URL 一起写')
  if (databaseReadUrl && !URL.canParse(databaseReadUrl))
    refuse('DATABASE_READ_URL', '…', '地址，例如 postgres://账户:密码@主机:5432/数据库')
  return {
    databaseUrl,
    databaseDirectUrl,
    databaseReadUrl,
    databaseOwnerUrl: text('DATABASE_OWNER_URL'),
    reportDatabaseUrl: text('REPORT_DATABASE_URL'),
  }
}

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) return process.cwd()
    folder = parent
  }
  return folder
}

/** The folders of documents: the shipped one, and the one of the installation. */
export function listSchemaFolders(env: Environment, root: string): string[] {
  const extra = env.SCHEMAS_DIR?.trim()
  return [join(root, 'schemas'), ...(extra ? [resolve(root, extra)] : [])]
}

/**
 * Reads the environment, and secrets from the files that it names; an invalid value throws with its name and the expected
 * format.
 */
export function readConfig(environment: Environment): Config {
  const env = withSecretFiles(environment)
  const root = findRoot()
  const text = (name: string) => env[name]?.trim() || undefined
  const optional = (name: string) => env[name] || undefined
  const logLevel = text('LOG_LEVEL') ?? 'warn'
  if (!logLevels.includes(logLevel)) refuse('LOG_LEVEL', logLevel, `其中之一：${logLevels.join(' ')}`)
  return {
    root,
    port: readInteger(env, 'PORT', 3000, 65535),
    host: text('HOST') ?? '127.0.0.1',
    dataDir: resolve(root, text('DATA_DIR') ?? 'data'),
    ...readDatabase(text),
    schemaDirs: listSchemaFolders(env, root),
    adminPassword: optional('ADMIN_PASSWORD'),
    demoPassword: optional('DEMO_PASSWORD'),
    demo: text('DEMO') !== '0',
    bench: !['', '0', undefined].includes(text('BENCH')),
    rateLimit: readInteger(env, 'RATE_LIMIT', 1800, 1_000_000),
    maxLoopDelay: readInteger(env, 'MAX_LOOP_DELAY', 1000, 60_000),
    stopDelay: readInteger(env, 'STOP_DELAY', 0, 120),
    monitorInterval: readInteger(env, 'MONITOR_INTERVAL', 30, 3600),
    metricsToken: text('METRICS_TOKEN'),
    otlpEndpoint: text('OTEL_EXPORTER_OTLP_ENDPOINT'),
    otlpService: text('OTEL_SERVICE_NAME') ?? 'gazetteer-office',
    sessionIdle: seconds(env, 'SESSION_IDLE', 8 * 3600),
    sessionMax: seconds(env, 'SESSION_MAX', 7 * 86400),
    uploadMaxMb: readInteger(env, 'UPLOAD_MAX_MB', 20, 1024),
    uploadResumableMb: readInteger(env, 'UPLOAD_RESUMABLE_MB', 2048, 102_400),
    uploadDayMb: readInteger(env, 'UPLOAD_DAY_MB', 10_000, 1_000_000),
    uploadTotalMb: readInteger(env, 'UPLOAD_TOTAL_MB', 0, 1_000_000_000),
    uploadReserveMb: readInteger(env, 'UPLOAD_RESERVE_MB', 200, 1_000_000),
    s3: readS3(env),
    clamd: readClamd(text('CLAMD_URL')),
    redisUrl: readRedisUrl(text('REDIS_URL')),
    secretKey: key(env, 'SECRET_KEY'),
    backupPassphrase: readPassphrase(env),
    auditSink: readAuditSink(text('AUDIT_SINK'), root),
    logKeepDays: readInteger(env, 'LOG_KEEP_DAYS', 200, 36_500),
    versionKeepDays: readInteger(env, 'VERSION_KEEP_DAYS', 1095, 36_500),
    messageKeepDays: readInteger(env, 'MESSAGE_KEEP_DAYS', 0, 36_500),
    signUp: text('SIGN_UP') !== '0',
    designReview: text('DESIGN_REVIEW') === '1',
    cas: readCas(env),
    signOnServers: readSignOnServers(env),
    frameOrigins: origins(env, 'FRAME_ORIGINS'),
    dataSourceHosts: hosts(env, 'DATA_SOURCE_HOSTS'),
    ...readWebhooks(env),
    trustedProxy: text('TRUSTED_PROXY'),
    logLevel,
    institution: text('INSTITUTION') ?? '省地方志馆',
    productTitle: text('PRODUCT_TITLE') ?? '业务管理系统',
    shortTitle: text('SHORT_TITLE') ?? '地方志业务系统',
    production: env.NODE_ENV === 'production',
  }
}
