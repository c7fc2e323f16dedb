import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgresAccount, type Node } from './database.ts'
import { type ProcessOptions, type RunningProcess, startProcess } from './processes.ts'

export interface ProxyPorts {
  /** The pages and the interfaces. */
  web: number
  /** The primary, and the replicas, of the database. */
  primary: number
  replica: number
}

/** Sessions of a node that is no longer what it was are cut: their clients connect to the other one. */
const checks = 'inter 1s fall 2 rise 1 on-marked-down shutdown-sessions'

const listNodes = (nodes: readonly Node[]): string =>
  nodes
    .map(({ name, port, restPort }) => `\tserver ${name} 127.0.0.1:${port} check port ${restPort} ${checks}`)
    .join('\n')

/** HAProxy before the instances, and before the database: Patroni says which node is the primary. */
export function startHaproxy(
  options: ProcessOptions,
  ports: ProxyPorts,
  { nodes, instances }: { nodes: readonly Node[]; instances: readonly number[] },
): RunningProcess {
  const file = join(options.folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `global
	maxconn 4096
defaults
	timeout connect 2s
	timeout client 130s
	timeout server 130s
	timeout tunnel 1h
frontend web
	mode http
	bind 127.0.0.1:${ports.web}
	http-request set-header X-Forwarded-For %[src]
	http-request set-header X-Forwarded-Host %[req.hdr(Host)]
	default_backend instances
backend instances
	mode http
	balance leastconn
	option httpchk GET /healthz
	http-check expect status 200
	retry-on conn-failure
	option redispatch 1
${instances.map((port, at) => `\tserver office${at + 1} 127.0.0.1:${port} check inter 1s fall 2 rise 1`).join('\n')}
listen primary
	mode tcp
	bind 127.0.0.1:${ports.primary}
	option httpchk GET /primary
	http-check expect status 200
${listNodes(nodes)}
listen replica
	mode tcp
	bind 127.0.0.1:${ports.replica}
	option httpchk GET /replica
	http-check expect status 200
${listNodes(nodes)}
`,
  )
  return startProcess('haproxy', ['haproxy', '-db', '-f', file], options)
}

/** PgBouncer in transaction mode, before the primary. */
export function startPgBouncer(
  options: ProcessOptions,
  { port, target, users }: { port: number; target: number; users: Readonly<Record<string, string>> },
): RunningProcess {
  const account = findPostgresAccount()
  const [file, list] = [join(options.folder, 'pgbouncer.ini'), join(options.folder, 'pgbouncer-users.txt')]
  const lines = Object.entries(users).map(([user, password]) => `"${user}" "${password}"\n`)
  writeFileSync(list, lines.join(''), { mode: 0o600 })
  writeFileSync(
    file,
    `[databases]
office = host=127.0.0.1 port=${target} dbname=office
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${list}
pool_mode = transaction
default_pool_size = 20
server_login_retry = 1
server_check_delay = 1
`,
  )
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [file, list]) chownSync(path, account.uid, account.gid)
  return startProcess('pgbouncer', ['pgbouncer', '-q', file], { ...options, account })
}
