import { compileTester } from '../../documents/check/patterns.ts'

const compiled = new Map<string, { test(text: string): boolean }>()

/** Compiles a pattern that runs in linear time. Throws for a pattern that this library does not support. */
export function compilePattern(source: string): { test(text: string): boolean } {
  const matcher = compiled.get(source) ?? compileTester(source)
  compiled.set(source, matcher)
  return matcher
}
