// npm run cluster: three instances on PostgreSQL with a replica, for trials on one machine, until Ctrl+C.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'office-cluster-'))
const ended = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
try {
  console.log(`Starting; the logs are in ${folder}`)
  const cluster = await startCluster({ folder, root: process.cwd() })
  console.log(`pages      ${cluster.url} (admin ${cluster.adminPassword})`)
  for (const { port } of cluster.instances) console.log(`instance   http://127.0.0.1:${port}`)
  for (const { name, port, restPort } of cluster.nodes)
    console.log(`PostgreSQL ${name} at port ${port}, Patroni http://127.0.0.1:${restPort}/cluster`)
  console.log('Ctrl+C stops everything and removes the folder.')
  await ended
  await cluster.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
