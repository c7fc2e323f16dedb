import type { Location } from 'react-router-dom'

/** The parts of an address that decide its target. */
export type Address = Pick<Location, 'pathname' | 'search'>

export const formatAddress = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash

/** The location of an address that has not been visited yet. */
export const parseLocation = (address: string): Location => {
  const { pathname, search, hash } = new URL(address, 'http://app.invalid')
  return { pathname, search, hash, state: null, key: 'restored' }
}

/** The record that an address shows on a page of its own; null for any other address. */
function findRecordId({ search }: Address): string | null {
  const params = new URLSearchParams(search)
  const isRecord = params.get('view') === 'page' && (params.get('form') ?? 'detail') === 'detail'
  return isRecord ? params.get('id') : null
}

export const isRecord = (address: Address): boolean => findRecordId(address) !== null

/**
 * The tab of an address: its full path, and the record when it is the page of one record. The rest of the query
 * string (conditions, page, order, an open form) is the state of that tab's page and changes with it.
 */
export function getTabKey(address: Address): string {
  const path = address.pathname.replace(/\/+$/, '') || '/'
  const id = findRecordId(address)
  return id === null ? path : `${path}?form=detail&id=${encodeURIComponent(id)}&view=page`
}

/** The parts of an address that a form belongs to: its page, and the record it was opened for. */
export function getFormPlace(address: Address): string {
  const params = new URLSearchParams(address.search)
  return JSON.stringify([getTabKey(address), params.get('form'), params.get('id')])
}

/** The list behind an open form. */
export function withoutForm<A extends Address>(address: A): A {
  const params = new URLSearchParams(address.search)
  for (const name of ['form', 'id', 'under', 'view']) params.delete(name)
  return { ...address, search: params.size > 0 ? `?${params}` : '' }
}
