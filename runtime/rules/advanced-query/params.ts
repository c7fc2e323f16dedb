type Params = Readonly<Record<string, string>>

/** The parameters of a list request that hold an advanced query. */
export const advancedNames: readonly string[] = ['superQueryParams', 'superQueryMatchType']

/** Maximum characters of an advanced query in an address, percent-encoded: the head of a request holds 16 KB. */
const MAX_ADDRESS_LENGTH = 6000

export const hasAdvancedQuery = (params: Params): boolean => Boolean(params.superQueryParams)

/** The parameters without an advanced query. */
export const withoutAdvancedQuery = (params: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !advancedNames.includes(name)))

/** Whether an address can hold the query of these parameters. */
export const fitsAddress = ({ superQueryParams = '' }: Params): boolean =>
  encodeURIComponent(superQueryParams).length <= MAX_ADDRESS_LENGTH
