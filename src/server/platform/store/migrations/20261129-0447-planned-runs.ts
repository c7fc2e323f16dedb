import { type Migration, sql } from 'kysely'

const signature = 'sys_plan_run(text, text, json, timestamptz)'

/**
 * The tables of the queue admit only the owner's login. This function lets a transaction of the app plan a run, so that it is
 * planned with the change that asks for it: the run with the key takes the place of a former one that has not begun; without
 * a time the key has no run any more. Does nothing while no server of the database has begun its jobs.
 */
const planRun = `create function sys_plan_run(task text, key text, content json, due timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if to_regnamespace('graphile_worker') is null then return; end if;
    if due is null then perform graphile_worker.remove_job(key);
    else perform graphile_worker.add_job(task, payload => content, run_at => due, max_attempts => 5, job_key => key);
    end if;
  end $$`

export const plannedRuns: Migration = {
  async up(trx) {
    await sql.raw(planRun).execute(trx)
    await sql.raw(`revoke execute on function ${signature} from public`).execute(trx)
  },
}
