import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget } from '../../measure/budget.ts'
import { countNothing, sleep } from '../saves.ts'
import { FullDisk } from './disk.ts'
import { saveDuring, type Trial } from './trial.ts'

const UPLOADS = 20
/** After the answers about the disk of the database, which are logged at most once in this time. */
const QUIET_MS = 60_000

async function upload({ cluster, token }: Trial): Promise<{ status: number; message: string }> {
  const body = new FormData()
  body.append('biz', 'trial')
  body.append('file', new Blob(['纸'.repeat(100_000)]), '纸.txt')
  const answer = await fetch(`${cluster.url}/jeecg-boot/sys/common/upload`, {
    ...{ method: 'POST', body },
    headers: { 'x-access-token': token },
    signal: AbortSignal.timeout(30_000),
  })
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
}

/** Lines of the logs of all instances that name the refusal. */
const countLines = ({ cluster, folder }: Trial): number =>
  cluster.instances
    .flatMap(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').split('\n'))
    .filter((line) => line.includes('磁盘空间不足')).length

const listParts = ({ folder }: Trial): string[] =>
  readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.part'),
  )

/** The disk of the files of all instances is full: uploads say so, and everything else goes on. */
export async function tryFullInstance(trial: Trial): Promise<Budget[]> {
  const name = 'disk of the instances full'
  await sleep(QUIET_MS)
  return await saveDuring(trial, name, async (writers) => {
    const before = countLines(trial)
    const disk = new FullDisk(join(trial.folder, 'data'))
    writers.beginGap()
    const answers = []
    let probes: number[]
    try {
      for (let count = 0; count < UPLOADS; count++) answers.push(await upload(trial))
      const links = trial.cluster.instances.flatMap(({ port }) =>
        ['healthz', 'jeecg-boot/readyz'].map((path) => `http://127.0.0.1:${port}/${path}`),
      )
      probes = await Promise.all(links.map(async (link) => (await fetch(link)).status))
    } finally {
      disk.free()
    }
    const unclear = answers.filter(
      ({ status, message }) => status !== 507 || !message.startsWith('磁盘空间不足'),
    )
    const after = await upload(trial)
    return [
      countNothing(`${name}: uploads without a clear refusal`, unclear.length),
      {
        ...{
          name: `${name}: lines of the logs about ${UPLOADS} refusals`,
          value: countLines(trial) - before,
        },
        ...{ limit: trial.cluster.instances.length, unit: '' },
      },
      countNothing(
        `${name}: instances that say they are not ready`,
        probes.filter((status) => status !== 200).length,
      ),
      countNothing(`${name}: half files`, listParts(trial).length),
      countNothing(`${name}: uploads refused after space was freed`, after.status === 200 ? 0 : 1),
      { name: `${name}: longest time without a save`, value: writers.saves.read(), limit: 5, unit: 's' },
    ]
  })
}
