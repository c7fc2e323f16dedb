import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copiedFiles } from './copied-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What package-lock.json says of an installed package. */
interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
}

export interface Licence {
  name: string
  version: string
  /** As SPDX writes it. */
  licence: string
  /** The place of its text in `texts`; absent: the package has no such file. */
  text?: number
}

export interface Licences {
  packages: readonly Licence[]
  texts: readonly string[]
}

/** Packages that name their licence in a text only, which a person has read. */
const readByHand: Readonly<Record<string, string>> = { 'combine-errors': 'MIT', 'png-js': 'MIT' }

const licenceFile = /^(?:licen[cs]e|copying|notice|unlicense)(?:[.-].*)?$/i

/** The texts of a package about its licence; '' where it is not installed, as packages for other systems are. */
function readText(folder: string): string {
  if (!existsSync(folder)) return ''
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

/**
 * The packages that ship or run with the product, those of dependencies included, by name. Throws for a package whose
 * licence nobody knows.
 */
export function collectLicences(
  locked: Readonly<Record<string, LockedPackage>>,
  read: (path: string) => string = (path) => readText(join(root, path)),
): Licences {
  const texts = new Map<string, number>()
  const packages = new Map<string, Licence>()
  for (const [path, { version = '', license, dev }] of Object.entries(locked)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (path === '' || dev) continue
    const licence = license ?? readByHand[name]
    if (!licence)
      throw new Error(`${name} ${version}: its licence is not known; read it and add it to readByHand`)
    const text = read(path)
    if (text !== '' && !texts.has(text)) texts.set(text, texts.size)
    const place = texts.get(text)
    packages.set(`${name} ${version}`, {
      name,
      version,
      licence,
      ...(place === undefined ? {} : { text: place }),
    })
  }
  const byName = (a: Licence, b: Licence) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  return { packages: [...packages.values()].sort(byName), texts: [...texts.keys()] }
}

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
/** The address contains the versions of all packages, so the file never changes and browsers may cache it. */
const base = `/assets/licences-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`
const fileName = 'licences.json'
export const licencesPath = `${base}/${fileName}`

/** Serves the licences of the packages. */
export const licenceFiles = copiedFiles(
  'licence-files',
  base,
  () => new Map([[fileName, () => Buffer.from(JSON.stringify(collectLicences(JSON.parse(lock).packages)))]]),
)
