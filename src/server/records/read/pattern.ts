import { compileLinear } from '../../documents/check/patterns.ts'

const compiled = new Map<string, { test(text: string): boolean }>()

/** Compiles a pattern that runs in linear time. Throws for a pattern that this library does not support. */
export function compilePattern(source: string): { test(text: string): boolean } {
  const cached = compiled.get(source)
  if (cached) return cached
  const pattern = compileLinear(source)
  const matcher = { test: (text: string) => pattern.matcher(text).find() }
  compiled.set(source, matcher)
  return matcher
}
