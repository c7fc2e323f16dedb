/** The prefix of the contract's routes. */
export const apiBase = '/jeecg-boot'

/** A dictionary look-up may come from the browser's cache; every other read carries the time. */
const isCacheable = (address: string): boolean => address.includes('/sys/dict/getDictItems/')

/** The address of a read with the time of asking, in seconds since 1970. */
export const stamped = (address: string): string =>
  isCacheable(address)
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}_t=${Math.floor(Date.now() / 1000)}`
