import { RE2JS } from 're2js'

const compiled = new Map<string, { test(text: string): boolean }>()

/** Compiles a pattern that runs in linear time. Throws for a pattern that this library does not support. */
export function compilePattern(source: string): { test(text: string): boolean } {
  const known = compiled.get(source)
  if (known) return known
  const pattern = RE2JS.compile(source)
  const made = { test: (text: string) => pattern.matcher(text).find() }
  compiled.set(source, made)
  return made
}
