import { sql } from 'kysely'
import type { Db } from '../store/database.ts'

/**
 * Asks for a run of a job besides its schedule; one server of the database carries it out. Requests before the run
 * begins count as one. Does nothing while no server of the database has begun its jobs.
 */
export async function requestRun(owner: Db, job: string): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regnamespace('graphile_worker') is not null as "isThere"`.execute(owner)
  if (!rows[0]?.isThere) return
  await sql`select graphile_worker.add_job(${job}, job_key => ${`${job}-now`}, max_attempts => 1)`.execute(
    owner,
  )
}
