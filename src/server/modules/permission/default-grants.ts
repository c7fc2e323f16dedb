/** The rights of the demo users, by the pattern of a code; granted once, when a code is first registered. */
interface DemoRole {
  code: string
  name: string
  holds(code: string): boolean
}

const startsWithAny = (code: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => code.startsWith(prefix))

const endsWithAny = (code: string, ends: readonly string[]): boolean => ends.some((end) => code.endsWith(end))

/** The daily work of the demo users. */
const ownWork = [
  'stock:in:',
  'stock:issue:',
  'stock:payment:',
  'catalog:gazetteer:',
  'catalog:donation:',
  'bill:purchase:',
  'bill:sale:',
  'bill:purchase.items:',
  'bill:purchase.arrivals:',
  'reader:reader:',
  'reader:borrow:',
  'report:',
  'message:mine:',
]
const mayLookUp = (code: string): boolean =>
  startsWithAny(code, ['base:', 'stock:stock:', 'bill:approve-log:']) &&
  endsWithAny(code, [':list', ':detail'])

const clerkHolds = (code: string): boolean =>
  mayLookUp(code) ||
  code.startsWith('pick:') ||
  (startsWithAny(code, ownWork) && !endsWithAny(code, [':audit', ':unaudit', ':reject', ':all']))

const readerHolds = (code: string): boolean =>
  clerkHolds(code) &&
  code !== 'stock:in:price' &&
  !endsWithAny(code, [':add', ':edit', ':delete', ':import', ':submit'])

export const demoRoles: readonly DemoRole[] = [
  { code: 'clerk', name: '采编员', holds: clerkHolds },
  { code: 'reader', name: '典藏员', holds: readerHolds },
]

/** The roles (by code) that get a new permission code without an administrator. */
export const grantedByDefault = (code: string): string[] =>
  demoRoles.filter((role) => role.holds(code)).map((role) => role.code)
