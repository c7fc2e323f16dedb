/** What the demo people may do, by the shape of a code; applied once, when a code first appears. */
interface DemoRole {
  code: string
  name: string
  holds(code: string): boolean
}

const startsWithAny = (code: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => code.startsWith(prefix))

const endsWithAny = (code: string, ends: readonly string[]): boolean => ends.some((end) => code.endsWith(end))

/** The two screens the demo is about. */
const ownWork = ['stock:in:', 'catalog:gazetteer:']
const mayLookUp = (code: string): boolean =>
  startsWithAny(code, ['base:', 'stock:stock:']) && endsWithAny(code, [':list', ':detail'])

const clerkHolds = (code: string): boolean =>
  mayLookUp(code) ||
  code.startsWith('pick:') ||
  (startsWithAny(code, ownWork) && !['stock:in:audit', 'stock:in:unaudit', 'stock:in:all'].includes(code))

const readerHolds = (code: string): boolean =>
  clerkHolds(code) && code !== 'stock:in:price' && !endsWithAny(code, [':add', ':edit', ':delete', ':import'])

export const demoRoles: readonly DemoRole[] = [
  { code: 'clerk', name: '采编员', holds: clerkHolds },
  { code: 'reader', name: '典藏员', holds: readerHolds },
]

/** The roles (by code) that get a new permission code without an administrator. */
export const grantedByDefault = (code: string): string[] =>
  demoRoles.filter((role) => role.holds(code)).map((role) => role.code)
