import { type Migration, sql } from 'kysely'

const statements = [
  // `secret` is encrypted (`platform/secrets.ts`); `last_step` is the time step of the last accepted code.
  `create table sys_second_factor (
    user_id text primary key references sys_user on delete cascade, secret text not null, last_step bigint not null,
    create_time timestamp(0) not null default now())`,
  `create table sys_recovery_code (
    user_id text not null references sys_second_factor on delete cascade, digest char(64) not null,
    primary key (user_id, digest))`,
]

const passwordStatements = [
  `alter table sys_user add password_time timestamptz not null default now(),
    add password_expired boolean not null default false`,
  `create table sys_password_history (
    user_id text not null references sys_user on delete cascade, hash text not null,
    time timestamptz not null default now())`,
  'create index sys_password_history_user on sys_password_history (user_id, time desc)',
  // Every writer of a password passes here; the settings compare with 24 former passwords at most.
  `create function sys_user_password_changed() returns trigger language plpgsql as $$
    begin
      new.password_time := now();
      new.password_expired := false;
      if starts_with(old.password, '$argon2') then
        insert into sys_password_history (user_id, hash, time) values (old.id, old.password, clock_timestamp());
        delete from sys_password_history where user_id = old.id and ctid not in (
          select ctid from sys_password_history where user_id = old.id order by time desc limit 24);
      end if;
      return new;
    end $$`,
  `create trigger sys_user_password_changed before update of password on sys_user
    for each row when (new.password is distinct from old.password) execute function sys_user_password_changed()`,
]

/** What a user recognises a known device by. */
export const knownDevices: Migration = {
  async up(trx) {
    await sql`alter table sys_sign_in_place add ip varchar(100), add agent varchar(300),
      add created timestamptz not null default now()`.execute(trx)
  },
}

/** The age of passwords, and hashes of former ones. */
export const passwordPolicy: Migration = {
  async up(trx) {
    for (const statement of passwordStatements) await sql.raw(statement).execute(trx)
  },
}

/** The second factor of users: the secret of their authenticator, and digests of unused recovery codes. */
export const secondFactor: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}

/** Who has seen the tour of the shell: those who had an account before there was one need none. */
export const toured: Migration = {
  async up(trx) {
    await sql`alter table sys_user add toured boolean not null default true`.execute(trx)
    await sql`alter table sys_user alter toured set default false`.execute(trx)
  },
}

/** A second address for messages about the account, of the user's own choice. */
export const backupEmail: Migration = {
  async up(trx) {
    await sql`alter table sys_user add backup_email varchar(100)`.execute(trx)
  },
}
