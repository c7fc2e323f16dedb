/** The prefix of the contract's routes. */
export const apiBase = '/jeecg-boot'

/** The browser may cache a dictionary look-up; the address of every other read contains the time. */
const isCacheable = (address: string): boolean => address.includes('/sys/dict/getDictItems/')

/** The address of a read with the time of the request, in seconds since 1970. */
export const stamped = (address: string): string =>
  isCacheable(address)
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}_t=${Math.floor(Date.now() / 1000)}`
