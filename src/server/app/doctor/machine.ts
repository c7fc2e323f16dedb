import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { getKeyFile } from '../../platform/secrets.ts'
import { type Check, fault, good, warning } from './check.ts'

const MEGABYTE = 1024 * 1024
/** Free space in MB below which a disk is soon full. */
const LOW_DISK_MB = 2048

/** The least version, as in `engines` of package.json. */
const MIN_NODE = [20, 19] as const

/** The folder itself, or the nearest one above that exists. */
async function findExisting(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

export const nodeCheck = (version = process.versions.node): Check => ({
  title: 'Node.js',
  async run() {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const isNew = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])
    if (isNew) return good(version)
    return fault(`${version} is too old`, `install Node.js ${MIN_NODE.join('.')} or newer`)
  },
})

/** What the server needs of this machine. */
export const listMachineChecks = ({ dataDir, uploadReserveMb, s3 }: Config): Check[] => [
  {
    title: 'data folder',
    async run() {
      const folder = await findExisting(dataDir)
      const isWritable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
      if (!isWritable)
        return fault(
          `this account (uid ${process.getuid?.()}) may not write ${folder}`,
          `chown -R the folder to the account of the server, or set DATA_DIR to another folder`,
        )
      return good(folder === dataDir ? dataDir : `${dataDir} will be created in ${folder}`)
    },
  },
  {
    title: 'disk of the data folder',
    async run() {
      const folder = await findExisting(dataDir)
      const { bavail, bsize } = await statfs(folder)
      const free = Math.floor((bavail * bsize) / MEGABYTE)
      const text = `${free} MB are free`
      const remedy = 'free space on this disk, or move DATA_DIR to a larger one'
      if (!s3 && free < uploadReserveMb)
        return fault(`${text}, uploads are refused below ${uploadReserveMb} MB (UPLOAD_RESERVE_MB)`, remedy)
      return free < LOW_DISK_MB ? warning(text, remedy) : good(text)
    },
  },
]

/** The file with the key of this installation, where no setting has it. */
export const keyFileCheck = ({ dataDir, secretKey, databaseUrl }: Config): Check => ({
  title: 'secret key',
  async run() {
    if (secretKey) return good('SECRET_KEY')
    const file = getKeyFile(dataDir)
    const found = await stat(file).catch(() => null)
    if (databaseUrl && !found)
      return warning(
        `neither SECRET_KEY nor ${file} exists; the first start creates the file`,
        'with several servers set SECRET_KEY (openssl rand -hex 32) to the same value on each; keep a copy with the backup',
      )
    if (!found) return good(`${file} is created by the first start`)
    if ((found.mode & 0o077) !== 0)
      return warning(`${file} can be read by other accounts`, `chmod 600 ${file}`)
    return good(file)
  },
})
