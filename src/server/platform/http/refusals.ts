import { type AppError, appError, type ErrorCode, type ErrorParts, fillText } from '#runtime/kernel/errors.ts'

/**
 * Makes the error of a refusal. `values` fill the `{name}` parts of its declared text, `text` replaces that text, `result`
 * travels in the envelope, `cause` is for the log.
 */
type Refuse<Reason extends string> = (reason: Reason, parts?: Omit<ErrorParts, 'reason'>) => AppError

/**
 * Declares refusals, each with a code of its own and its text; they travel with the status of `code`. The code of the
 * refusal is in the header `x-error-code`: clients decide by it and never by the text. `docs/errors.md` is generated from
 * the calls, so `texts` is an object literal of string literals, and `code` a string literal.
 */
export const defineRefusals =
  <const Texts extends Readonly<Record<string, string>>>(
    texts: Texts,
    code: ErrorCode = 'BUSINESS',
  ): Refuse<keyof Texts & string> =>
  (reason, { text = texts[reason], values, ...parts } = {}) =>
    appError(code, { text: fillText(text ?? '', values), ...parts, reason })
