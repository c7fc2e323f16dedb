import { type Migration, sql } from 'kysely'

const signature = 'sys_queue_run(text, text, json, timestamptz)'

/**
 * As `sys_plan_run`, for runs that follow each other: one run of a key is under way in the database at a time, and the next one
 * waits without a place among those of its server. Other runs that are due begin before them.
 */
const queueRun = `create function sys_queue_run(task text, key text, content json, due timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if to_regnamespace('graphile_worker') is null then return; end if;
    perform graphile_worker.add_job(task, payload => content, run_at => due, max_attempts => 5, job_key => key,
      queue_name => key, priority => 1);
  end $$`

export const serialRuns: Migration = {
  async up(trx) {
    await sql.raw(queueRun).execute(trx)
    await sql.raw(`revoke execute on function ${signature} from public`).execute(trx)
  },
}
