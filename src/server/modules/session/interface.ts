/** The parts of the session module that other modules may import. */
export { requireNotBeyond } from './account-rights.ts'
export {
  appointAdministrator,
  dismissAdministrator,
  isAdministrator,
  requireAdministrator,
} from './administrators.ts'
export { checkTicket, requireTicket } from './bot-check.ts'
export { judgeCode, spendCode, takeCode } from './codes.ts'
export { type Limit, limit } from './counters.ts'
export { deviceKey, KNOWN_DEVICE_DAYS } from './known-devices.ts'
export { writeLog } from './log.ts'
export { consume, issue, peek } from './one-time.ts'
export { askOutside } from './outside.ts'
export { isOwnPassword } from './own-password.ts'
export { newPasswordFault } from './password-policy.ts'
export { generatePassword, hashGeneratedPassword, hashPassword } from './passwords.ts'
export { readDeparts, readUserInfo, userOfPhone } from './people.ts'
export {
  purposeOf,
  readFactor,
  removeFactor,
  renewRecoveryCodes,
  storeFactor,
} from './second-factor.ts'
export type { SessionServices } from './services.ts'
export { Text } from './shape.ts'
export { registered } from './sign-in.ts'
export { mobileOf, sendCode } from './sms.ts'
export { isOpenAt } from './tenants.ts'
export { bindThird, takePerson } from './third.ts'
export { createTotpSecret, totpStep, totpUri } from './totp.ts'
export { visitScope } from './visits.ts'
