import { type Migration, sql } from 'kysely'

const statements = [
  `create table sys_role_proposal (
    role_code text not null, permission_id text not null references sys_permission on delete cascade, owner text not null,
    state text not null default 'open' check (state in ('open', 'granted', 'dismissed')),
    update_by text, update_time timestamp(0) not null default now(), primary key (role_code, permission_id))`,
  // What roles hold already was decided before: no document may propose it again as if it were new.
  `insert into sys_role_proposal (role_code, permission_id, owner, state)
    select r.role_code, rp.permission_id, coalesce(p.parent_id, ''), 'granted'
    from sys_role_permission rp join sys_role r on r.id = rp.role_id join sys_permission p on p.id = rp.permission_id`,
]

/** The grants that documents propose, with the administrators' decisions. */
export const roleProposals: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
