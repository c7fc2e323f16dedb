/** The address of a page at which a new record is opened that follows from these records. */
export const followUpAddress = (path: string, screen: string, code: string, ids: readonly string[]): string =>
  `${path}?${new URLSearchParams({ form: 'add', from: `${screen}:${code}:${ids.join()}` })}`
