import { createHash } from 'node:crypto'
import type { JsonObject } from '#runtime/kernel/json.ts'

/** What is reviewed beside the release of a draft: the removal of a released document, also with its table. */
export interface Operation {
  kind: 'remove'
  isDropped: boolean
}

/** The operation on a document in words. */
export function describeOperation({ isDropped }: Operation, { id, title }: JsonObject): string {
  const name = `「${String(title ?? id)}」`
  return isDropped ? `删除${name}，连同表和里面的全部数据` : `删除${name}`
}

/** Another one with each operation and each change of the document: an approval is of exactly this. */
export const fingerprintOperation = ({ kind, isDropped }: Operation, current: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, isDropped, current]))
    .digest('hex')
