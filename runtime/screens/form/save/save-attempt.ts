import { randomName } from '#runtime/kernel/random.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { Values } from '#runtime/record/scope.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'

/**
 * One save as it was sent. Without an answer it may have arrived, so the same body is sent again under the same key
 * before anything else: the server applies it once.
 */
export interface SaveAttempt {
  key: string
  verb: 'add' | 'edit'
  body: Record<string, unknown>
  /** The record at that moment, rows under their ids of that moment. */
  record: Values
  /** Version of the command log: shows whether anything was typed since. */
  version: number
}

export function createAttempt(model: RecordModel, verb: SaveAttempt['verb']): SaveAttempt {
  const record = { ...model.record }
  // Row lists are live, so they are copied.
  for (const { key } of model.screen.fields.filter(isDetail)) record[key] = [...(model.rows(key)?.rows ?? [])]
  return { key: randomName(), verb, body: model.body(verb), record, version: model.log.version }
}

/** The server may have applied it although no answer arrived. */
export const isUnanswered = (error: unknown): boolean =>
  ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'BUSY', undefined].includes(findErrorCode(error))
