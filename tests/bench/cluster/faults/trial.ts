import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../../../../scripts/cluster/cluster.ts'
import { findPrimary, type Node } from '../../../../scripts/cluster/database.ts'
import type { Budget } from '../../measure/budget.ts'
import { countNothing, Writers } from '../saves.ts'

/** A cluster under trial, with a person who has signed in. */
export interface Trial {
  cluster: Cluster
  folder: string
  token: string
}

const WRITERS = 6

export async function findNodes({
  nodes,
}: Pick<Cluster, 'nodes'>): Promise<{ primary: Node; replica: Node }> {
  const primary = await findPrimary(nodes)
  const replica = nodes.find((node) => node !== primary)
  if (!primary || !replica) throw new Error('there is no primary')
  return { primary, replica }
}

/** The process of the PostgreSQL of a node; 0 while it does not run. */
export function findServerProcess({ home }: Node): number {
  try {
    return Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

export async function read<T>({ cluster, token }: Trial, path: string): Promise<T> {
  const answer = await fetch(`${cluster.url}/jeecg-boot${path}`, {
    headers: { 'x-access-token': token },
    signal: AbortSignal.timeout(60_000),
  })
  const { success, message, result } = (await answer.json()) as {
    success: boolean
    message: string
    result: T
  }
  if (!success) throw new Error(`${path}: HTTP ${answer.status}: ${message}`)
  return result
}

/** People who save while `fault` lasts, what they are answered, and what is stored afterwards. */
export async function saveDuring(
  trial: Trial,
  name: string,
  fault: (writers: Writers) => Promise<Budget[]>,
  onSaved?: (code: string) => Promise<void>,
): Promise<Budget[]> {
  const { cluster, token } = trial
  const answers = new Map<string, number>()
  const onDelay = async (answer: Response | null) => {
    const text = answer ? `HTTP ${answer.status}: ${await readMessage(answer)}` : 'no answer'
    answers.set(text, (answers.get(text) ?? 0) + 1)
  }
  const writers = new Writers(
    WRITERS,
    { url: cluster.url, token },
    { onDelay, ...(onSaved !== undefined && { onSaved }) },
  )
  let budgets: Budget[]
  try {
    budgets = await fault(writers)
  } catch (error) {
    await writers.end(name, cluster)
    throw error
  }
  budgets.push(...(await writers.end(name, cluster)))
  for (const [text, count] of answers) console.log(`  ${name}: ${count} times ${text}`)
  const unclear = [...answers.keys()].filter((text) => text !== 'no answer' && !/\p{Script=Han}/u.test(text))
  return [...budgets, countNothing(`${name}: refusals without a clear text`, unclear.length)]
}

/** The message of an envelope, or the beginning of another body. */
async function readMessage(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  try {
    return (JSON.parse(text) as { message: string }).message
  } catch {
    return text.replaceAll(/\s+/g, ' ').slice(0, 100)
  }
}
