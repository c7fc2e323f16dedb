/** The words that documents may name and that the server's code, not a document, stands behind. */
export const registeredNames = {
  effects: ['stock.post', 'stock.unpost'],
  lookups: ['btgOrder.getspinfobefore'],
  hooks: [],
  handlers: [],
  menuParents: ['catalog', 'stock', 'base', 'workflow', 'report', 'online', 'message', 'system'],
} as const satisfies Record<string, readonly string[]>
