/** The parts of the outbox module that other modules may import. */
export { channelTitles, OUTBOX_DAYS, storeMessage } from './outbox.ts'
export {
  type Answer,
  computeSignature,
  describeFailure,
  NeverSent,
  postOutside,
  postSigned,
  signHeaders,
} from './outside/post.ts'
export { addressFault, isSpecialAddress } from './outside/safe-address.ts'
