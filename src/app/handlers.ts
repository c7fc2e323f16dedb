import { addressHandlers } from '#runtime/rules/addresses.ts'
import { createHandlers } from '#runtime/rules/handlers.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'

/** The browser's halves of the checks that documents may name; the server has its own under the same words. */
export const handlers = createHandlers(...numberHandlers, ...addressHandlers)
