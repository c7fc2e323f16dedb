import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSink } from '../../modules/audit/interface.ts'
import { exportFolder } from '../../modules/export/files.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import type { Place } from '../../platform/backup/place.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { openFileStore } from '../../platform/files/open.ts'
import { withSecretFiles } from '../../platform/secret-files.ts'
import type { Links } from '../../platform/store/database.ts'

/** The place of the settings: its database and the files that belong to it. */
export async function buildPlace(config: Config, { owner }: Links): Promise<Place> {
  const sink = getSink(config)
  return {
    owner,
    dataDir: config.dataDir,
    files: await openFileStore(config),
    documentFolder: config.schemaDirs[1],
    exportFolder: exportFolder(config),
    auditFile: sink.kind === 'file' ? sink.path : undefined,
    secretKey: config.secretKey,
  }
}

export function readPassphrase({ backupPassphrase }: Config): string {
  if (backupPassphrase) return backupPassphrase
  throw new BackupError('BACKUP_PASSPHRASE is not set: archives are encrypted with it.')
}

export const readVersion = ({ root }: Pick<Config, 'root'>): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** The names of the settings that the program reads and that have a value, in the environment or in a file that it names. */
export function listSettings(env: NodeJS.ProcessEnv): string[] {
  const names = new Set<string>()
  const values = Object.entries(withSecretFiles(env)).filter(([name]) => !name.endsWith('_FILE'))
  const recorded = new Proxy<NodeJS.ProcessEnv>(Object.fromEntries(values), {
    get(target, name) {
      const value = typeof name === 'string' ? target[name] : undefined
      if (value) names.add(String(name))
      return value
    },
    // The names of sign-on servers are found among all names; others are read by their name.
    ownKeys: (target) => Object.keys(target).filter((name) => name.startsWith('THIRD_LOGIN_')),
  })
  readConfig(recorded)
  return [...names].sort()
}
