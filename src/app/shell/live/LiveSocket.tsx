import { useLiveSocket } from './useLiveSocket.ts'

/** The live frames of the server, whose code is loaded beside the first page. */
export function LiveSocket() {
  useLiveSocket()
  return null
}
