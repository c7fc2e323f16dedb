import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Metrics } from '#server/modules/monitor/metrics.ts'
import { readConfig } from '#server/platform/config.ts'
import { SECRET_SETTINGS } from '#server/platform/secret-files.ts'
import { type Content, listSettings, readDocuments, readText, readYaml } from './files.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
/** A setting of glibc, not of the server. */
const ARENAS = 'MALLOC_ARENA_MAX'
const settings = new Set([...listSettings(), ARENAS])

/** Names that are no settings, and secrets that do not come from a file. */
function findFaults(names: readonly string[]): string[] {
  return names.filter((name) => {
    const setting = name.replace(/_FILE$/, '')
    const isFile = name !== setting
    return !settings.has(setting) || SECRET_SETTINGS.includes(setting) !== isFile
  })
}

const compose = readYaml('compose.yaml')
const objects = readDocuments('kubernetes/office.yaml')
const find = (kind: string): Content => objects.find((object) => object.kind === kind)
const unit = readText('systemd/office@.service')
const unitSettings = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))

it.each([
  ['the image', readText('Dockerfile')],
  ['the systemd unit', unit],
  ['npm start', readFileSync('scripts/start.mjs', 'utf8')],
])('%s bounds the memory that glibc keeps for threads', (_, text) => {
  expect(text).toMatch(new RegExp(`\\b${ARENAS}(=|: ')2\\b`))
})

describe('the Dockerfile', () => {
  const stages = readText('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const last = stages.at(-1) ?? ''

  it('builds in a first stage, and runs without npm and as another user than root in the last', () => {
    expect(stages).toHaveLength(2)
    expect(stages[0]).toContain('npm run build')
    expect(last).not.toMatch(/npm (ci|run|install)|apt-get/)
    expect(last).toMatch(/rm -rf .*\/npm/)
    expect(last).toMatch(/^USER [1-9]\d*$/m)
    // With a name Kubernetes could not tell that it is not root.
    expect(find('Deployment').spec.template.spec.securityContext.runAsUser).toBe(
      Number(/^USER (\d+)$/m.exec(last)?.[1]),
    )
  })

  it('has the Node.js of package.json in both stages, and a health check of /healthz', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const needed = engines.node.replace('>=', '')
    for (const stage of stages)
      expect(stage).toMatch(new RegExp(`^node:${needed.replace('.', '\\.')}[.\\d]*-`))
    expect(last).toMatch(/^HEALTHCHECK [^\n]*\\\n {2}CMD \[.*\/healthz/m)
  })

  it('sets only settings, and copies only what is there after the build', () => {
    const names = [...(/^ENV (.*)$/m.exec(last)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(3)
    expect(findFaults(names)).toEqual([])
    const copied = [...last.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name]) => name)
    expect(copied).toEqual(['package.json', 'node_modules', 'dist', 'schemas'])
    const ignored = readText('Dockerfile.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', 'node_modules', 'data', 'deploy/*']))
  })
})

describe('compose.yaml', () => {
  const { services } = compose
  const instances = ['app1', 'app2', 'app3']

  it('has three equal instances of this version, which the proxy knows', () => {
    for (const name of instances) expect(services[name]).toEqual(services.app1)
    expect(services.app1.image).toBe(`gazetteer-office:${version}`)
    const proxy = /reverse_proxy (.*) \{/.exec(readText('proxy/Caddyfile'))?.[1]?.split(' ')
    expect(proxy).toEqual(instances.map((name) => `${name}:3000`))
    expect(readYaml('monitoring/prometheus.yml').scrape_configs[0].static_configs[0].targets).toEqual(proxy)
  })

  it('sets only settings, and passes secrets as files that it declares', () => {
    const { environment, secrets } = services.app1
    expect(findFaults(Object.keys(environment))).toEqual([])
    const files = Object.values<string>(environment).flatMap((value) =>
      value.startsWith('/run/secrets/') ? [value.slice('/run/secrets/'.length)] : [],
    )
    expect(secrets).toEqual(files)
    for (const service of Object.values<Content>(services))
      for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty(name)
    expect(JSON.stringify(compose)).not.toMatch(/PASSWORD":|postgres:\/\//)
  })

  it('trusts the address of the proxy alone, which no other container gets', () => {
    const { subnet, ip_range } = compose.networks.office.ipam.config[0]
    const address = services.proxy.networks.office.ipv4_address
    expect(services.app1.environment.TRUSTED_PROXY).toBe(address)
    expect([subnet, ip_range]).toEqual(['172.31.17.0/24', '172.31.17.128/25'])
    expect(Number(address.split('.').at(-1))).toBeLessThan(128)
  })

  it('stops an instance later than the server needs, and writes nothing but data and /tmp', () => {
    const { STOP_DELAY } = services.app1.environment
    expect(Number.parseInt(services.app1.stop_grace_period, 10)).toBeGreaterThanOrEqual(+STOP_DELAY + 30)
    expect(services.app1).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] })
  })

  it('gives the pooler fewer connections than the database allows, beside those of three instances', () => {
    const most = Number(/max_connections=(\d+)/.exec(services.db.command.join(' '))?.[1])
    const pooled = Number(/^default_pool_size = (\d+)$/m.exec(readText('compose/pgbouncer.ini'))?.[1])
    // Of each instance the database has LISTEN, the owner's login, the jobs and the reports.
    expect(pooled + instances.length * 10).toBeLessThan(most - 10)
    expect(readText('compose/pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
  })
})

describe('make-secrets.sh', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'office-secrets-')), 'secrets')
  const run = () => execFileSync('sh', ['deploy/compose/make-secrets.sh', folder], { stdio: 'pipe' })

  it('writes each secret of compose.yaml once, and settings that the server reads', () => {
    onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
    run()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const { file } of Object.values<{ file: string }>(compose.secrets))
      expect(statSync(join(folder, file.replace('compose/secrets/', ''))).size).toBeGreaterThan(20)
    const environment = Object.entries<string>(compose.services.app1.environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', folder),
    ])
    const config = readConfig(Object.fromEntries(environment))
    expect(new URL(config.databaseUrl ?? '')).toMatchObject({ hostname: 'pgbouncer', port: '6432' })
    expect(new URL(config.databaseDirectUrl ?? '').password).toBe(new URL(config.databaseUrl ?? '').password)
    expect(run).toThrow('has secrets already')
  })
})

describe('the systemd units', () => {
  it('set only settings, and load each secret as a credential', () => {
    const names = unitSettings.map((setting) => setting.split('=')[0] ?? '')
    expect(findFaults(names)).toEqual([])
    const loaded = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name)
    const used = unitSettings.flatMap((setting) => setting.split('=%d/')[1] ?? [])
    expect(used).toEqual(loaded)
    const lines = readText('systemd/office.env')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(findFaults(lines.map((line) => line.split('=')[0] ?? ''))).toEqual([])
  })
})

describe('the Kubernetes manifest', () => {
  const pod = find('Deployment').spec.template.spec
  const [container] = pod.containers

  it('sets only settings, and mounts each secret as a file', () => {
    const { data } = find('ConfigMap')
    expect(findFaults(Object.keys(data))).toEqual([])
    const mount = container.volumeMounts.find(({ name }: Content) => name === 'secrets')
    for (const value of Object.values<string>(data))
      if (value.startsWith('/')) expect(value.startsWith(`${mount.mountPath}/`)).toBe(true)
    expect(objects.map(({ kind }) => kind)).not.toContain('Secret')
  })

  it('asks /healthz in all probes, and gives the server more time to stop than it needs', () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet).toEqual({ path: '/healthz', port: 'http' })
    const delay = Number(find('ConfigMap').data.STOP_DELAY)
    expect(delay).toBeGreaterThan(2 * container.readinessProbe.periodSeconds)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 30)
  })

  it('keeps two of three instances during a disruption, and runs without rights', () => {
    const { spec } = find('Deployment')
    const budget = find('PodDisruptionBudget').spec
    expect([spec.replicas, budget.minAvailable]).toEqual([3, 2])
    for (const { selector } of [budget, spec])
      expect(selector.matchLabels).toEqual(spec.template.metadata.labels)
    expect(find('Service').spec.selector).toEqual(spec.template.metadata.labels)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(container.image).toBe(`gazetteer-office:${version}`)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})

/** The names of the series that a server exposes, and the one that Prometheus adds to each target. */
async function listExposed(): Promise<ReadonlySet<string>> {
  const text = await new Metrics().read()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )
  return new Set([...names, 'up'])
}

describe('alarms and board', () => {
  const rules = readYaml('monitoring/alarms.yml').groups.flatMap((group: Content) => group.rules)
  const board: Content = JSON.parse(readText('monitoring/grafana.json'))
  const expressions: string[] = [
    ...rules.map(({ expr }: Content) => expr),
    ...board.panels.flatMap(({ targets }: Content) => targets.map(({ expr }: Content) => expr)),
  ]

  it('name only metrics that the server exposes', async () => {
    const exposed = await listExposed()
    const named = expressions.flatMap((text) =>
      [...text.matchAll(/([a-z0-9_]+)\{/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThanOrEqual(expressions.length)
    expect(named.filter((name) => !exposed.has(name))).toEqual([])
  })

  it('select the job of the scrape, and each alarm names a remedy', () => {
    const [{ job_name, authorization }] = readYaml('monitoring/prometheus.yml').scrape_configs
    for (const text of expressions)
      for (const [, selector] of text.matchAll(/\{([^}]*)\}/g))
        expect(selector).toContain(`job="${job_name}"`)
    expect(authorization.credentials_file).toContain('metrics_token')
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Office[A-Z]/)
      expect(labels.severity).toMatch(/^(warning|critical)$/)
      expect(annotations.remedy).toMatch(/\.$/)
    }
    const ids = board.panels.map(({ id }: Content) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
