import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replacements } from '../../scripts/left-out.ts'

const root = join(import.meta.dirname, '../..')
const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => `/${folder}/${path}`)
const modules = [
  'node_modules/antd/es',
  'node_modules/axios/lib/adapters',
  'node_modules/react-router-dom/dist',
].flatMap((folder) => files(folder, /\.m?js$/))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(Object.entries(replacements))(
  'a package imports the part that the build replaces: %s',
  (_part, { from, name }) => {
    const imported = modules
      .filter((path) => from.test(path))
      .flatMap((path) => [...textOf(path).matchAll(/ from ["']([^"']+)["']/g)].map(([, id]) => id ?? ''))
    expect(imported.filter((id) => name.test(id))).not.toEqual([])
  },
)

test('a component draws no part that the build leaves out', () => {
  const uses =
    /\b(Input\.(Group|OTP|Password|Search|TextArea)|Button\.Group|Dropdown\.Button|Space\.Addon|Tag\.CheckableTag|filterMode)\b/
  const faults = ['runtime', 'src']
    .flatMap((folder) => files(folder, /\.tsx$/))
    .filter((path) => uses.test(textOf(path)))
  expect(faults).toEqual([])
})
