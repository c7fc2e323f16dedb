/**
 * The names that documents may use for code of the client, and the groups of the menu. The client registers exactly
 * these (a test compares them); the server checks documents against them.
 */
export const clientNames = {
  /** Named in `widget` of a field. */
  widgets: [
    'check-steps',
    'menu-code',
    'menu-component',
    'menu-icon',
    'menu-parent',
    'rating',
    'rule-column',
    'rule-sentence',
    'connection-test',
    'segmented',
    'send-test',
    'sms-code',
  ],
  /** Named in `widget` of a panel block. */
  blockWidgets: ['inbox', 'quick-links', 'my-card', 'my-work'],
  /** Named in `view` of a button. */
  actionViews: [
    'data-compare',
    'depart-permissions',
    'depart-role-grants',
    'depart-role-users',
    'design',
    'design-address',
    'design-buttons',
    'design-copy-table',
    'design-copy-view',
    'design-enhancement',
    'design-grants',
    'design-import-table',
    'design-new',
    'design-new-report',
    'design-removal',
    'design-sync',
    'design-test',
    'menu-removal',
    'menu-rules',
    'role-grants',
    'view-as',
  ],
  /** Named in `menu.parent`, in the order of the menu. */
  menuParents: ['catalog', 'stock', 'base', 'workflow', 'report', 'online', 'example', 'message', 'system'],
} as const satisfies Record<string, readonly string[]>
