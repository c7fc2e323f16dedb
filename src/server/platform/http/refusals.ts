import { type AppError, appError } from '#runtime/kernel/errors.ts'

/** Makes the error of a refusal. `text` replaces its declared text, `result` travels in the envelope. */
type Refuse<Reason extends string> = (reason: Reason, parts?: { text?: string; result?: unknown }) => AppError

/**
 * Declares refusals that travel as BUSINESS, each with a code of its own and its text. The code is in the header
 * `x-error-code`: clients decide by it and never by the text.
 */
export const defineRefusals =
  <const Texts extends Readonly<Record<string, string>>>(texts: Texts): Refuse<keyof Texts & string> =>
  (reason, parts) =>
    appError('BUSINESS', { text: texts[reason], ...parts, reason })
