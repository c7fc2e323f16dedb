import { addressHandlers } from '#runtime/rules/addresses.ts'
import { createHandlers } from '#runtime/rules/handlers.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'

/** The checks that documents may name, as run in the browser; the server registers its own under the same names. */
export const handlers = createHandlers(...numberHandlers, ...addressHandlers)
