import type { RequestListener } from 'node:http'
import type { Migration } from 'kysely'
import type { Logger } from 'pino'
import { type FirstPassword, seedDatabase } from '../modules/session/seed.ts'
import type { Config } from '../platform/config.ts'
import { getFirstError } from '../platform/first-error.ts'
import { createListener } from '../platform/http/front.ts'
import { keepAssets } from '../platform/http/kept-assets.ts'
import { maxUploadBody } from '../platform/http/limits/bounds.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { type Database, type Links, openDatabase } from '../platform/store/database.ts'
import { StartError } from '../platform/store/embedded/binaries.ts'
import type { EmbeddedServer } from '../platform/store/embedded/embedded.ts'
import type { OutdatedError } from '../platform/store/migrate.ts'
import { buildLinks, grantRights, prepareEmbedded } from '../platform/store/roles.ts'
import { drawInstanceNumber, setInstanceNumber } from '../platform/store/snowflake.ts'
import { removeLeftFolders } from '../platform/temporary-folder.ts'
import { openBase } from './base.ts'
import { type Application, composeApp } from './compose.ts'
import { joinInstances } from './join-instances.ts'
import type { BaseServices } from './services.ts'

/** Milliseconds in which running requests can finish after a stop; a statement may take 10 s. */
const DRAIN_TIMEOUT_MS = 20_000

export interface Answering {
  address: string
  /** Resolves when the server stops by itself, with the reason. */
  outdated: Promise<OutdatedError>
}

export type Undo = () => Promise<void> | void

interface Frame {
  config: Config
  log: Logger
  /** Called in reverse order, with what undoes a step. */
  onStop(undo: Undo): void
}

interface Start {
  /** null: DATABASE_URL leads to the database. */
  embedded: Promise<EmbeddedServer> | null
  onFirstPassword(first: FirstPassword): void
}

/** PgBouncer's answer to a connection with settings for its session. */
const POOLER_REFUSAL = /unsupported startup parameter/

const formatReason = (error: unknown): string => {
  const first = getFirstError(error)
  return first instanceof Error ? first.message : String(first)
}

async function openStore(
  { config, log, onStop }: Frame,
  embedded: Promise<EmbeddedServer> | null,
  migrations: Readonly<Record<string, Migration>>,
): Promise<{ db: Database; links: Links; outdated: Promise<OutdatedError> }> {
  const links = embedded
    ? await prepareEmbedded((await embedded).socketDir)
    : buildLinks(config, (text) => log.warn(text))
  const db = await openDatabase(links).catch((error: unknown) => {
    if (error instanceof StartError) throw error
    const reason = formatReason(error)
    const remedy = POOLER_REFUSAL.test(reason)
      ? 'DATABASE_URL 是 PgBouncer 的地址，请再写 DATABASE_DIRECT_URL，指向数据库本身 (set DATABASE_DIRECT_URL too)'
      : '请检查 DATABASE_URL (cannot reach the database)'
    throw new StartError(`连接数据库失败，${remedy}：${reason}`)
  })
  onStop(() => db.close())
  const { outdated, leave } = await joinInstances({ db, log, migrations }, config.port)
  onStop(leave)
  await grantRights(db)
  setInstanceNumber(await drawInstanceNumber(db.owner))
  return { db, links, outdated }
}

/** Opens the database and all services, and answers. What a failed step leaves behind is undone by the caller. */
export async function runServer<S extends BaseServices>(
  frame: Frame,
  application: Application<S>,
  { embedded, onFirstPassword }: Start,
): Promise<Answering> {
  const { config, log, onStop } = frame
  await removeLeftFolders()
  const front = createListener(config.host, config.port, { maxBytes: maxUploadBody(config) })
  onStop(() => front.close())
  // A proxy that chooses among instances without asking them would pass on the answers of one that is starting.
  if (config.stopDelay === 0) await front.listen()
  const { db, links, outdated } = await openStore(frame, embedded, application.migrations)
  for (const first of await seedDatabase(db, config, (text) => log.warn(text))) onFirstPassword(first)
  let answer: RequestListener | null = null
  const services = await application.open(await openBase(config, log, db))
  onStop(await startJobs(application.jobs, services, { db, links, log }, application.tasks))
  const app = composeApp(services, application, {
    server: front.server,
    use: (listener) => {
      answer = listener
    },
  })
  onStop(() => app.close())
  onStop(async () => {
    await front.drain(DRAIN_TIMEOUT_MS, config.stopDelay * 1000)
    await application.close(services)
    await front.close()
  })
  await keepAssets(config)
  await app.ready()
  // Only after `ready`, because earlier the routes were incomplete.
  if (answer) front.use(answer)
  await front.listen()
  return { address: front.address, outdated }
}
