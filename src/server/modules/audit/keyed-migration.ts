import { type Migration, sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'

/** The columns of a line that the server sends. */
const sent = [
  'seq, hash, id, create_time, log_type, log_content, operate_type, userid, username, tenant, ip, method, request_url',
  'request_type, request_param, target, before_values, after_values, cost_time, ok',
].join(', ')

const statements = [
  // The first row with a keyed hash, and the keyed hash of this record: both are null until a server has started.
  'alter table sys_audit_start add column keyed_from bigint, add column mac char(64)',
  'drop function sys_audit_append(jsonb)',
  `create function sys_audit_last(out seq bigint, out hash text) language sql stable as $$
    select seq, hash from (
      (select seq, hash from sys_audit order by seq desc limit 1)
      union all select seq, hash from sys_audit_start) as ends order by seq desc limit 1 $$`,
  /**
   * Adds lines whose hashes the server has computed, if the chain still ends with the line that they follow; else it adds none
   * and returns the actual last line. The server has the key, so the database cannot compute the hashes.
   */
  `create function sys_audit_add(after_seq bigint, after_hash text, lines jsonb, out last_seq bigint, out last_hash text)
    language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${ADVISORY_LOCKS.audit});
      select l.seq, l.hash into last_seq, last_hash from sys_audit_last() as l;
      if last_seq is distinct from after_seq or last_hash is distinct from after_hash then return; end if;
      insert into sys_audit (create_by, ${sent})
        select username, ${sent} from jsonb_populate_recordset(null::sys_audit, lines);
      last_seq := null;
      last_hash := null;
    end $$`,
]

/** Keyed hashes for the lines that follow. */
export const keyedAudit: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
