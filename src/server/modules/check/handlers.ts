import { addressHandlers } from '#runtime/rules/addresses.ts'
import { createHandlers, type HandlerEnv } from '#runtime/rules/handlers.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import type { Db } from '../../platform/store/database.ts'
import { askRule, unknownCode } from './rule-code.ts'

/** The server's part of the checks that documents may name; its result is decisive. */
const serverHandlers = createHandlers(...numberHandlers, ...addressHandlers)

/** The server's checks over a connection: inside a transaction its own, to avoid waiting for a second one. */
export type HandlersOver = (trx?: Db) => HandlerEnv

export const createHandlersOver =
  (db: Db): HandlersOver =>
  (trx = db) => ({
    handlers: serverHandlers,
    async checkByCode(ruleCode, value) {
      const failure = await askRule(trx, ruleCode, value)
      return failure === undefined ? `${unknownCode}：${ruleCode}` : (failure?.message ?? null)
    },
  })
