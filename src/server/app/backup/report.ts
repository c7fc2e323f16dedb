import { ENTRIES } from '../../platform/backup/archive/manifest.ts'
import type { Contents } from '../../platform/backup/archive/read-archive.ts'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export const formatCount = (count: number): string => count.toLocaleString('en-US')

export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

export const formatSeconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

export const formatRows = (rows: ReadonlyMap<string, number>): string =>
  `${formatCount(sum([...rows.values()]))} rows in ${formatCount(rows.size)} tables`

/** What an archive contains, in lines. */
export function describeContents({ header, manifest }: Contents): string[] {
  const entries = Object.entries(manifest.entries)
  const count = (prefix: string) => {
    const found = entries.filter(([name]) => name.startsWith(prefix))
    return `${formatCount(found.length)} (${formatBytes(sum(found.map(([, { bytes }]) => bytes)))})`
  }
  return [
    `  moment     ${header.time}, program ${header.version}, PostgreSQL ${header.server}`,
    `  database   ${formatRows(new Map(Object.entries(manifest.rows)))}, ${header.migrations.length} migrations`,
    `  files      ${count(ENTRIES.files)}, exports ${count(ENTRIES.exports)}, documents ${count(ENTRIES.documents)}`,
    `  key        ${manifest.entries[ENTRIES.key] ? 'secret.key is in the archive' : 'not in the archive: keep the value of SECRET_KEY'}`,
    `  settings   not in the archive, to be supplied again: ${header.settings.join(', ') || 'none'}`,
    ...(manifest.missingFiles.length > 0
      ? [
          `  missing    files that the database names and the store did not have: ${manifest.missingFiles.join(', ')}`,
        ]
      : []),
  ]
}
