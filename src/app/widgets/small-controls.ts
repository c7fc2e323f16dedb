/** Small controls that are loaded together. */
export { ConnectionTest } from './ConnectionTest.tsx'
export { SendTest } from './SendTest.tsx'
export { SmsCode } from './SmsCode.tsx'
