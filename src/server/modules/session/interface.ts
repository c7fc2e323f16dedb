/** The parts of the session module that other modules may import. */

export { checkTicket, requireTicket } from './bot-check/bot-check.ts'
export { fetchExternalText } from './external/external-http.ts'
export { consumeAccount, linkAccount } from './external/oauth.ts'
export { judgeCode, spendCode, takeCode } from './passwords/codes.ts'
export { countAll, type Limit, limit, readCounts, uncount } from './passwords/counters.ts'
export { consume, issue, peek } from './passwords/one-time.ts'
export { isOwnPassword } from './passwords/own-password.ts'
export { newPasswordFault } from './passwords/password-policy.ts'
export { generatePassword, hashGeneratedPassword, hashPassword } from './passwords/passwords.ts'
export { requireMobile, sendCode } from './passwords/sms.ts'
export {
  buildPurpose,
  readFactor,
  removeFactor,
  renewRecoveryCodes,
  storeFactor,
} from './second-factor/second-factor.ts'
export { createTotpSecret, totpStep, totpUri } from './second-factor/totp.ts'
export type { SessionServices } from './services.ts'
export { requireNotBeyond } from './sessions/account-rights.ts'
export {
  appointAdministrator,
  dismissAdministrator,
  isAdministrator,
  requireAdministrator,
} from './sessions/administrators.ts'
export { deviceKey, KNOWN_DEVICE_DAYS } from './sessions/known-devices.ts'
export {
  type Notify,
  notifyDefaults,
  readDeparts,
  readPerson,
  readRequester,
  readUserInfo,
  userOfPhone,
} from './sessions/people.ts'
export { isSessionOpen } from './sessions/session-end.ts'
export { isOpenAt } from './sessions/tenants.ts'
export { visitScope } from './sessions/visits.ts'
export { Text } from './shape.ts'
export { registered } from './sign-in/sign-in.ts'
