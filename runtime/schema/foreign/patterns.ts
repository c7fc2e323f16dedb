/** The rule types of antd and others, and our patterns. */
export const rulePatterns: ReadonlyMap<string, string> = new Map([
  ['email', 'e'],
  ['url', 'url'],
  ['number', 'n'],
  ['integer', 'z'],
  ['phone', 'm'],
  ['mobile', 'm'],
])

/** Our pattern for a rule type, or for a regular expression as JavaScript writes it: `email`, `/^a+$/`; undefined for any other. */
export function ownPattern(pattern: string): string | undefined {
  const [, source] = /^\/(.+)\/[a-z]*$/.exec(pattern) ?? []
  const counterpart = rulePatterns.get(pattern.toLowerCase()) ?? source
  return counterpart === pattern ? undefined : counterpart
}
