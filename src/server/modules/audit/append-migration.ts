import { type Migration, sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'

/** The columns of a line that the server sends: those that the hash covers, without `seq`. */
const sent = [
  'id, create_time, log_type, log_content, operate_type, userid, username, tenant, ip, method, request_url',
  'request_type, request_param, target, before_values, after_values, cost_time, ok',
].join(', ')
const values = sent.replaceAll(/\w+/g, (name) => `line.${name}`)

/**
 * Adds lines to the end of the chain in one statement: each round trip between the lock and the commit would make every
 * save wait. `rest` is `formatRest` of `chain.ts`, and `hash` equals its `computeHash`.
 */
const appendFunction = `create function sys_audit_append(lines jsonb) returns void language plpgsql as $$
    declare last_seq bigint; last_hash text; line record;
    begin
      perform pg_advisory_xact_lock(${ADVISORY_LOCKS.audit});
      select seq, hash into last_seq, last_hash from (
        (select seq, hash from sys_audit order by seq desc limit 1)
        union all select seq, hash from sys_audit_start) as ends order by seq desc limit 1;
      for line in
        select item ->> 'rest' as rest, r.* from jsonb_array_elements(lines) with ordinality as entry(item, place),
          jsonb_populate_record(null::sys_audit, item) as r order by place
      loop
        last_seq := last_seq + 1;
        last_hash := encode(sha256(convert_to(last_hash || E'\\n[' || last_seq || ',' || line.rest, 'UTF8')), 'hex');
        insert into sys_audit (seq, hash, create_by, ${sent})
        values (last_seq, last_hash, line.username, ${values});
      end loop;
    end $$`

/** The function by which the server adds lines to the operation log. */
export const auditAppend: Migration = {
  async up(trx) {
    await sql.raw(appendFunction).execute(trx)
  },
}
