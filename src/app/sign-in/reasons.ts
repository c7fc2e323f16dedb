import { AppError } from '#runtime/kernel/errors.ts'

/** Refusals of the server, by their codes, that concern the captcha or the slider. */
const checkReasons: readonly unknown[] = [
  'CAPTCHA_INVALID',
  'CAPTCHA_MISSING',
  'CAPTCHA_WRONG',
  'TICKET_MISSING',
]
/** Refusals that concern the phone number. */
const phoneReasons: readonly unknown[] = [
  'PHONE_EMPTY',
  'PHONE_FORMAT',
  'PHONE_OF_OTHER_ACCOUNT',
  'PHONE_REGISTERED',
  'PHONE_TAKEN',
]
/** Refusals of an account as a whole. */
const accountReasons: readonly unknown[] = ['ACCOUNT_WAITING', 'USER_FROZEN']
const smsReasons: readonly unknown[] = [
  'SMS_CODE_EXPIRED',
  'SMS_CODE_WRONG',
  'SMS_NOT_SENT',
  'SMS_STILL_VALID',
]

/** The code of a refusal; null when the server sent none. */
export const findReason = (error: unknown): string | null => (error instanceof AppError ? error.reason : null)

export const isAboutCheck = (error: unknown): boolean => checkReasons.includes(findReason(error))
export const isAboutPhone = (error: unknown): boolean => phoneReasons.includes(findReason(error))
export const isAboutAccount = (error: unknown): boolean => accountReasons.includes(findReason(error))
/** Refusals of the code from a text message. */
export const isAboutSmsCode = (error: unknown): boolean => smsReasons.includes(findReason(error))
/** The proof of the phone is used up or belongs to another account: the password reset starts again. */
export const isResetSpent = (error: unknown): boolean =>
  ['RESET_EXPIRED', 'RESET_MISMATCH'].includes(findReason(error) ?? '')
