import { onlyKeys } from './body.ts'

/** The address of every screen that has none of its own. Its clients are ours: a parameter that it does not know is refused. */
export const genericPlace = '/resource/:group/:name'

/**
 * Whether unknown parameters are refused at an address. Clients of the contract send more than a list reads
 * (`isMultiTranslate`), so at its addresses they are ignored.
 */
export const isStrict = (place: string): boolean => place === genericPlace

/** The named parameters of a request. Throws BAD_PARAMETER for others where the address is strict. */
export function parametersAt(
  place: string,
  query: unknown,
  allowed: readonly string[],
): Record<string, unknown> {
  if (isStrict(place)) return onlyKeys(query, allowed)
  const entries = Object.entries(query ?? {}).filter(([name]) => allowed.includes(name))
  return onlyKeys(Object.fromEntries(entries), allowed)
}
