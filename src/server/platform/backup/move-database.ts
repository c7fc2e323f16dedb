import { Readable } from 'node:stream'
import type pg from 'pg'
import { nameTable } from './database/catalogue.ts'
import { checkEmpty, rebuildDatabase } from './database/rebuild.ts'
import { withSnapshot } from './database/snapshot.ts'

/** Copies a database into an empty one, and returns the rows by table, which both have. */
export async function moveDatabase(from: pg.ClientConfig, to: pg.ClientConfig): Promise<Map<string, number>> {
  await checkEmpty(to)
  return await withSnapshot(from, ({ definition, readTable }) =>
    rebuildDatabase(to, definition, async ({ fillTable }) => {
      const counts = new Map<string, number>()
      for (const table of definition.tables) {
        const { chunks, countRows } = readTable(table)
        await fillTable(table, Readable.from(chunks))
        counts.set(nameTable(table), countRows())
      }
      return counts
    }),
  )
}
