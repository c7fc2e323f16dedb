import { randomName } from '#runtime/kernel/random.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { Values } from '#runtime/record/scope.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { codeOf } from '#runtime/ui/error-message.ts'

/**
 * One save as it was sent. Until an answer came it may have arrived, so the same goes again under the same key before
 * anything else does: the server does it once.
 */
export interface SaveAttempt {
  key: string
  verb: 'add' | 'edit'
  body: Record<string, unknown>
  /** The record at that moment, rows under the ids they had. */
  record: Values
  /** Of the command log: whether anything was typed since. */
  version: number
}

export function createAttempt(model: RecordModel, verb: SaveAttempt['verb']): SaveAttempt {
  const record = { ...model.record }
  // Lists of rows live on.
  for (const { key } of model.screen.fields.filter(isDetail)) record[key] = [...(model.rows(key)?.rows ?? [])]
  return { key: randomName(), verb, body: model.body(verb), record, version: model.log.version }
}

/** The server may have done it although no answer came. */
export const isUnanswered = (error: unknown): boolean =>
  ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'BUSY', undefined].includes(codeOf(error))
