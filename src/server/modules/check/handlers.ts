import type { Handlers } from '#runtime/rules/handlers.ts'
import type { Db } from '../../platform/store/database.ts'
import type { CreateHandlerEnv } from '../../records/dictionary-services.ts'
import { askRule, refuseRule } from './rule-code.ts'

/** The named checks of the installed modules, and the rules by code from the database. */
export const createHandlerEnvs =
  (db: Db, handlers: Handlers): CreateHandlerEnv =>
  (trx = db) => ({
    handlers,
    async checkByCode(ruleCode, value) {
      const failure = await askRule(trx, ruleCode, value)
      return failure === undefined
        ? `${refuseRule('CHECK_RULE_UNKNOWN').text}：${ruleCode}`
        : (failure?.message ?? null)
    },
  })
