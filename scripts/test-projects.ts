import { readdirSync, readFileSync } from 'node:fs'
import type { TestProjectConfiguration } from 'vitest/config'

const root = new URL('..', import.meta.url)
/** A file that replaces modules, or says `// @fresh` with a reason. */
const needsFreshModules = (text: string) => /\bvi\.(mock|doMock|resetModules)\(|^\/\/ @fresh\b/m.test(text)
/** A file that says `// @isolate` with a reason. */
const needsIsolation = (text: string) => /^\/\/ @isolate\b/m.test(text)
const needsBrowser = (text: string) => /^\/\/ @vitest-environment jsdom$/m.test(text)

/** The project of a file with this text. */
function getProject(text: string): string {
  if (needsIsolation(text)) return 'isolated'
  return (needsBrowser(text) ? 'browser' : 'node') + (needsFreshModules(text) ? '-fresh' : '')
}

/**
 * The test files in projects, one after the other. Files share the modules of their worker, so that antd and the server
 * are loaded once and not for each file; Vitest ends a worker when the next file has another environment, so each
 * environment is a project. Files that replace modules share the packages only, in projects with `-fresh` in their names.
 * Files that need isolation have a process of their own.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = ['tests/unit/', 'tests/contract/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => folder + file),
  )
  const projects = new Map(files.map((file) => [file, getProject(readFileSync(new URL(file, root), 'utf8'))]))
  return ['browser', 'node', 'browser-fresh', 'node-fresh', 'isolated'].map((name) => ({
    extends: true,
    test: {
      name,
      include: files.filter((file) => projects.get(file) === name),
      isolate: name === 'isolated',
      // tests/unit/setup.ts reads it.
      ...(name.endsWith('-fresh') && { env: { FRESH_MODULES: '1' } }),
    },
  }))
}
