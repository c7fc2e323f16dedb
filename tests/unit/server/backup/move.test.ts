import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMove } from '#server/app/backup/move-command.ts'
import { startEmbedded } from '#server/platform/store/embedded/embedded.ts'
import { lockFolder } from '#server/platform/store/embedded/lock.ts'
import { prepareEmbedded } from '#server/platform/store/roles.ts'
import { openProductDatabase, type ProductDatabase } from '../../../support/product-database.ts'
import { type EmptyPlace, openEmptyPlace, readAll } from './places.ts'

let product: ProductDatabase
let target: EmptyPlace
const lines: string[] = []
const say = (text: string) => void lines.push(text)

beforeAll(async () => {
  product = await openProductDatabase()
  target = await openEmptyPlace()
  await sql`insert into sys_role (id, role_code, role_name) values ('r1', 'clerk', '编目员')`.execute(
    product.db.owner,
  )
})
afterAll(async () => {
  await product?.close()
  await target?.close()
})

const move = () => runMove(product.config, target.config.databaseUrl ?? '', say)

it('a database moves into an empty PostgreSQL with the same rows, and is refused by one that has tables', async () => {
  await move()
  const server = await startEmbedded(product.dataDir)
  server.leave()
  const { owner } = await prepareEmbedded(server.socketDir)
  expect(await readAll(target.test.links.owner)).toEqual(await readAll(owner))
  expect(lines).toContain('  public.sys_role: 1 rows in both')
  await expect(move()).rejects.toThrow(/The database is not empty/)
})

it('a place whose server runs is refused, because later saves would stay behind', async () => {
  const unlock = await lockFolder(product.dataDir)
  await expect(move()).rejects.toThrow(/stop it/)
  unlock()
})
