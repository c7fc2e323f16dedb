import type { HandlerEnv } from '#runtime/rules/handlers.ts'
import type { Db } from '../platform/store/database.ts'

/** Texts of dictionary values. The dict module implements it. */
export interface DictionaryTexts {
  /**
   * Text by value, for many dictionary codes at once; a value without an entry is not in the dictionary. Inside a
   * transaction `over` is its connection.
   */
  texts(
    valuesByCode: ReadonlyMap<string, ReadonlySet<string>>,
    over?: Db,
  ): Promise<Map<string, Map<string, string>>>
}

/** Values of dictionary texts. The dict module implements it. */
export interface DictionaryWords {
  /** The enabled items whose value or text is one of the words; none for an unknown code. */
  matches(code: string, words: ReadonlySet<string>): Promise<{ value: string; text: string }[]>
  /** The first items, at most `limit`, also those that are not in use any more unless `onlyEnabled`; inside a transaction `over` is its connection. */
  items(
    code: string,
    query?: { limit?: number; onlyEnabled?: boolean; over?: Db },
  ): Promise<readonly { value: string | number; text: string }[]>
}

/**
 * Makes the environment of the named checks over a connection: inside a transaction over its own, because a second
 * connection could wait for the first one. The check module implements it.
 */
export type CreateHandlerEnv = (trx?: Db) => HandlerEnv
