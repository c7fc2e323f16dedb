import { RE2JS } from 're2js'
import { isReDoSVulnerable } from '#runtime/rules/linear.ts'
import { compilePattern, shortcuts } from '#runtime/rules/patterns.ts'

/** Throws for a pattern that the browser's engine or the server's linear engine does not support. */
export function requirePattern(source: string): void {
  if (shortcuts.has(source)) return
  const inBrowser = compilePattern(source)
  if (!inBrowser.ok) throw new Error(inBrowser.text)
  RE2JS.compile(source)
  if (isReDoSVulnerable(source)) throw new Error('有的文字要算极久，如 (a+)+，请去掉重复里的重复')
}
