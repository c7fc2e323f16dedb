/** The groups of the menu, in its order: what documents may name in `menu.parent`. */
export const builtInMenuParents = [
  'catalog',
  'stock',
  'base',
  'workflow',
  'report',
  'online',
  'example',
  'message',
  'monitor',
  'system',
] as const
