import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { awaitReplication, findPrimary, type Node } from '../../../../scripts/cluster/database.ts'
import type { Budget } from '../../measure/budget.ts'
import { sleep, type Writers } from '../saves.ts'
import { findNodes, saveDuring, type Trial } from './trial.ts'

/** Megabytes of each disk: the two nodes, and the data folder of the instances. */
const disks = { node1: 1000, node2: 1000, data: 300 }
const FULL_MS = 40_000
/** A crash recovery that ran out of space may leave a node that cannot follow: docs/operations.md, `reinit`. */
const JOIN_SECONDS = 60
const CHUNK = Buffer.alloc(1024 * 1024)

/** Gives each node and the instances a small disk of their own, and returns what removes them. */
export function mountDisks(folder: string): () => void {
  const mounted: string[] = []
  const undo = () => {
    for (const path of mounted) execFileSync('umount', ['-l', path])
  }
  try {
    for (const [name, megabytes] of Object.entries(disks)) {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700 })
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path])
      mounted.push(path)
    }
  } catch (error) {
    undo()
    throw new Error('full disks are tried as root, who may mount', { cause: error })
  }
  return undo
}

/** A disk that another program fills up again whenever there is space. */
export class FullDisk {
  readonly #path: string
  readonly #timer: NodeJS.Timeout

  constructor(folder: string) {
    this.#path = join(folder, 'ballast')
    this.#fill()
    this.#timer = setInterval(() => this.#fill(), 100)
  }

  #fill(): void {
    const file = openSync(this.#path, 'a')
    try {
      for (const size of [CHUNK.length, 4096])
        try {
          while (writeSync(file, CHUNK, 0, size) > 0);
        } catch {
          // There is no space for as much.
        }
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    clearInterval(this.#timer)
    rmSync(this.#path, { force: true })
  }
}

/** What `patronictl reinit` does. */
async function copyAgain({ restPort }: Node): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/reinitialize`, {
    method: 'POST',
    body: JSON.stringify({ force: true }),
  })
  if (!answer.ok) throw new Error(`reinitialize: HTTP ${answer.status}: ${await answer.text()}`)
}

/** Fills the disk of a node until `isOver`, frees it, and measures when the node follows again. */
async function fillDisk(
  { cluster }: Trial,
  name: string,
  { node, writers, isOver }: { node: Node; writers: Writers; isOver(): Promise<boolean> },
): Promise<Budget[]> {
  const disk = new FullDisk(node.home)
  try {
    for (const end = performance.now() + FULL_MS; performance.now() < end && !(await isOver()); )
      await sleep(200)
  } finally {
    disk.free()
  }
  const gaps = [writers.saves.read(), writers.answers.read()] as const
  console.log(`  ${name}: ${gaps[0].toFixed(1)} s without a save`)
  const freed = performance.now()
  await writers.awaitSave(freed, 90)
  const back = (performance.now() - freed) / 1000
  await awaitReplication(cluster.nodes, JOIN_SECONDS).catch(async () => {
    console.log(`  ${name}: the node is copied again`)
    await copyAgain(node)
    await awaitReplication(cluster.nodes, JOIN_SECONDS)
  })
  const joined = (performance.now() - freed) / 1000
  return [
    {
      name: `${name}: longest time without a save or the answer that the disk is full`,
      value: gaps[1],
      ...{ limit: 30, unit: 's' },
    },
    { name: `${name}: saves after space was freed, after`, value: back, limit: 30, unit: 's' },
    { name: `${name}: the node follows again after`, value: joined, limit: 2 * JOIN_SECONDS, unit: 's' },
  ]
}

export const tryFullReplica = (trial: Trial): Promise<Budget[]> =>
  saveDuring(trial, 'disk of the replica full', async (writers) => {
    const { replica } = await findNodes(trial.cluster)
    await sleep(2000)
    writers.beginGap()
    return await fillDisk(trial, 'disk of the replica full', {
      ...{ node: replica, writers },
      isOver: async () => false,
    })
  })

export const tryFullPrimary = (trial: Trial): Promise<Budget[]> =>
  saveDuring(trial, 'disk of the primary full', async (writers) => {
    const { primary } = await findNodes(trial.cluster)
    await sleep(2000)
    writers.beginGap()
    const start = performance.now()
    let taken = Number.POSITIVE_INFINITY
    const budgets = await fillDisk(trial, 'disk of the primary full', {
      ...{ node: primary, writers },
      async isOver() {
        const leader = await findPrimary(trial.cluster.nodes)
        if (leader && leader !== primary && taken === Number.POSITIVE_INFINITY)
          taken = (performance.now() - start) / 1000
        return false
      },
    })
    console.log(`  the other node was the primary after ${taken.toFixed(1)} s`)
    return budgets
  })
