/** The words that documents may name and that the server's code, not a document, stands behind. */
export const registeredNames = {
  effects: [
    'stock.post',
    'stock.unpost',
    'stock.issue',
    'stock.unissue',
    'bill.log',
    'announcement.release',
    'announcement.revoke',
  ],
  lookups: ['btgOrder.getspinfobefore'],
  hooks: [],
  handlers: ['creditCode', 'isbn', 'page'],
  widgets: ['rating', 'segmented', 'sms-code'],
  blockWidgets: ['quick-links', 'my-card'],
  menuParents: ['catalog', 'stock', 'base', 'workflow', 'report', 'online', 'example', 'message', 'system'],
} as const satisfies Record<string, readonly string[]>
