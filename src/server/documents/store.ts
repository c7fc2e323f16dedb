import { sql } from 'kysely'
import { storableText } from '#runtime/kernel/text/text.ts'
import type { Db } from '../platform/store/database.ts'
import { type FileProblem, getWritten, type RegistryEntry } from './library/registry.ts'

/** The last body without problems of each document, which is served when its file has problems at a start. */
export async function readBodies(db: Db): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ id: string; body: unknown }>`
    select id, body from sys_document where body is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.body]))
}

/** The problems as JSON. They quote their document, whose texts may be why the database would refuse them. */
const storedProblems = (problems: readonly FileProblem[]): string =>
  JSON.stringify(problems, (_, value) => (typeof value === 'string' ? storableText(value) : value))

/**
 * Stores the served documents; `rev` counts the bodies of a document. A document that is not served keeps the body that
 * an earlier version of this program served.
 */
export async function keepBodies(
  db: Db,
  entries: readonly RegistryEntry[],
  broken: ReadonlyMap<string, readonly FileProblem[]>,
): Promise<void> {
  const stored = [
    ...entries.map((entry) => ({
      id: entry.id,
      body: getWritten(entry),
      problems: storedProblems(entry.problems),
    })),
    ...[...broken].map(([id, problems]) => ({ id, body: null, problems: storedProblems(problems) })),
  ]
  await sql`
    insert into sys_document (id, rev, body, problems)
    select id, 1, body, problems::jsonb
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as n(id text, body jsonb, problems text)
    on conflict (id) do update set body = coalesce(excluded.body, sys_document.body), problems = excluded.problems,
      update_time = now(),
      rev = sys_document.rev + (sys_document.body is distinct from coalesce(excluded.body, sys_document.body))::int
    where (sys_document.body, sys_document.problems)
      is distinct from (coalesce(excluded.body, sys_document.body), excluded.problems)`.execute(db)
}

/** Removes the bodies and problems of all other documents. */
export async function forgetOthers(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from sys_document where id <> all(${ids})`.execute(db)
}
