/** The parts of the outbox module that other modules may import. */
export { channelTitles, hasProvider, listStoredKeys, OUTBOX_DAYS, storeMessage } from './outbox.ts'
export {
  type Answer,
  computeSignature,
  describeFailure,
  findPause,
  isAnswer,
  NeverSent,
  postOutside,
  postSigned,
  signHeaders,
  WEBHOOK_RETRY_MINUTES,
} from './outside/post.ts'
export { addressFault, isSpecialAddress } from './outside/safe-address.ts'
