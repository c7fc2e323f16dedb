/** Parameters of list requests that are no conditions. A field with such a key could not be queried, nor `field` be saved. */
export const listParameters: ReadonlySet<string> = new Set([
  ...['pageNo', 'pageSize', 'column', 'order', 'superQueryParams', 'superQueryMatchType'],
  ...['_t', 'field', 'token'],
])
