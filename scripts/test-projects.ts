import { readdirSync, readFileSync } from 'node:fs'
import type { TestProjectConfiguration } from 'vitest/config'

const root = new URL('..', import.meta.url)
/** A file that replaces modules, or says `// @isolate` with a reason. */
const needsIsolation = (file: string) =>
  /\bvi\.(mock|doMock|resetModules)\(|^\/\/ @isolate\b/m.test(readFileSync(new URL(file, root), 'utf8'))

/**
 * The test files in two projects. Files share the modules of their worker, so that antd and the server are loaded once
 * and not for each file. Files that need isolation have a process of their own.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = ['tests/unit/', 'tests/contract/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => folder + file),
  )
  const isolated = files.filter(needsIsolation)
  return [
    {
      extends: true,
      test: { name: 'shared', include: files.filter((file) => !isolated.includes(file)), isolate: false },
    },
    { extends: true, test: { name: 'isolated', include: isolated } },
  ]
}
