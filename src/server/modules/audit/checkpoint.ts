import type { Secrets } from '../../platform/secrets.ts'
import type { Link } from './chain.ts'

const PURPOSE = 'audit.checkpoint'
const MAC_LENGTH = 32
const pattern = /\baudit seq=(\d{1,15}) hash=([0-9a-f]{64}) mac=([0-9a-f]{32})\b/

const computeMac = (secrets: Secrets, { seq, hash }: Link): string =>
  secrets.sign(`${seq} ${hash}`, PURPOSE).slice(0, MAC_LENGTH)

/** The last line of the operation log as a line of text, for a place outside of the database. */
export const formatCheckpoint = (secrets: Secrets, link: Link): string =>
  `audit seq=${link.seq} hash=${link.hash} mac=${computeMac(secrets, link)}`

/** The checkpoint in a line of a file, a system log or an answer; null without one, or with one that another key made. */
export function parseCheckpoint(secrets: Secrets, line: string): Link | null {
  const [, seq = '', hash = '', mac = ''] = pattern.exec(line) ?? []
  const link = { seq: Number(seq), hash }
  return hash !== '' && mac === computeMac(secrets, link) ? link : null
}

/** The checkpoints in lines of text, by number. Two that differ are both wrong for one chain; the first is kept. */
export async function collectCheckpoints(
  secrets: Secrets,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for await (const line of lines) {
    const link = parseCheckpoint(secrets, line)
    if (link && !found.has(link.seq)) found.set(link.seq, link.hash)
  }
  return found
}
