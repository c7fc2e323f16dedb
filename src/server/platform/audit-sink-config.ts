import { resolve } from 'node:path'

/** Where the last hash of the operation log is kept outside of the database. */
export type AuditSink =
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; protocol: 'udp' | 'tcp'; host: string; port: number }
  | { kind: 'url'; url: string }

const SYSLOG_PORT = { udp: 514, tcp: 601 }

const refuse = (): never => {
  // The address may contain a password.
  throw new Error(
    'AUDIT_SINK 不能识别：应为文件的路径、syslog://主机:端口、syslog+tcp://主机:端口 或 https 地址',
  )
}

/** `AUDIT_SINK`: a path, `syslog://host:514` (UDP), `syslog+tcp://host:601` or an address. */
export function readAuditSink(text: string | undefined, root: string): AuditSink | undefined {
  if (!text) return undefined
  if (!/^[a-z][a-z+]+:/i.test(text)) return { kind: 'file', path: resolve(root, text) }
  if (!URL.canParse(text)) return refuse()
  const url = new URL(text)
  if (url.protocol === 'https:' || url.protocol === 'http:') return { kind: 'url', url: url.href }
  if (!['syslog:', 'syslog+tcp:'].includes(url.protocol) || url.hostname === '') return refuse()
  const protocol = url.protocol === 'syslog:' ? 'udp' : 'tcp'
  return {
    kind: 'syslog',
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || SYSLOG_PORT[protocol]),
  }
}
