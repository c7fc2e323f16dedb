import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are no part of the public internet (IANA special-purpose registries). */
const networks: readonly (readonly [network: string, prefix: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
  ...([
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
  ] as const),
  ...([
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ] as const),
]
const special = new BlockList()
for (const [network, prefix] of networks)
  special.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an address belongs to this machine, a private network, or no host at all; the forms of IPv4 within IPv6 count. */
export const isSpecialAddress = (address: string): boolean => {
  const family = isIP(address)
  return family === 0 || special.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Where requests may go. */
export interface Reach {
  /** Hosts, or `host:port` (`WEBHOOK_HOSTS`). */
  hosts: readonly string[]
  /** Whether hosts of the public internet need not be listed; inner ones always have to. */
  isOpen?: boolean
}

/** Why no request may go to the address; undefined if one may. Names are resolved by `safeLookup`. */
export function addressFault(url: URL, { hosts, isOpen = false }: Reach): string | undefined {
  if (!['http:', 'https:'].includes(url.protocol)) return '地址应以 http:// 或 https:// 开头'
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (hosts.includes(url.hostname) || hosts.includes(`${url.hostname}:${port}`)) return undefined
  if (!isOpen) return `主机 ${url.hostname} 不在 WEBHOOK_HOSTS 里`
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && isSpecialAddress(literal))
    return `${literal} 是内部地址，不能发往；确实要发的，请运维写进 WEBHOOK_HOSTS`
  return undefined
}

/**
 * Resolves a name for a connection, and refuses it if one of its addresses is special and the list does not name that
 * address: a name may lead anywhere, and to another address in the next moment.
 */
export const safeLookup =
  (hosts: readonly string[]): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? findSpecial(hostname, addresses, hosts)
      const [first] = addresses ?? []
      if (refused || !first) callback(refused ?? new Error(`${hostname} 没有地址`), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

function findSpecial(
  hostname: string,
  addresses: readonly { address: string }[],
  hosts: readonly string[],
): Error | null {
  const isListed = (address: string) => hosts.some((host) => host.split(':')[0] === address)
  const found = addresses.find(({ address }) => isSpecialAddress(address) && !isListed(address))
  return found ? new Error(`${hostname} 是内部地址 ${found.address}，不能发往`) : null
}
