import { readdirSync, readFileSync } from 'node:fs'
import type { TestProjectConfiguration } from 'vitest/config'

const root = new URL('..', import.meta.url)
/** A file that replaces modules, or says `// @isolate` with a reason. */
const needsIsolation = (text: string) => /\bvi\.(mock|doMock|resetModules)\(|^\/\/ @isolate\b/m.test(text)
const needsBrowser = (text: string) => /^\/\/ @vitest-environment jsdom$/m.test(text)

/**
 * The test files in three projects, one after the other. Files share the modules of their worker, so that antd and the
 * server are loaded once and not for each file; Vitest ends a worker when the next file has another environment, so each
 * environment is a project. Files that need isolation have a process of their own.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = ['tests/unit/', 'tests/contract/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => folder + file),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]))
  const getProject = (text: string) =>
    needsIsolation(text) ? 'isolated' : needsBrowser(text) ? 'browser' : 'node'
  return ['browser', 'node', 'isolated'].map((name, groupOrder) => ({
    extends: true,
    test: {
      name,
      include: files.filter((file) => getProject(texts.get(file) ?? '') === name),
      isolate: name === 'isolated',
      sequence: { groupOrder },
    },
  }))
}
