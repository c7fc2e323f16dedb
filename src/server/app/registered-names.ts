import { collectNames } from './collect.ts'
import { modules } from './modules.ts'

/** The names that documents may use for code: those of the installed modules and of the client. */
export const registeredNames = collectNames(modules)
