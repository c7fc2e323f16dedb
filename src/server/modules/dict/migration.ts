import { type Migration, sql } from 'kysely'

const asDocument = (table: string): string => `
  alter table ${table}
    alter id type varchar(36), alter create_by type varchar(64), alter update_by type varchar(64),
    add rev integer not null default 1, add sys_org_code varchar(64)`

const statements = [
  ...['sys_dict', 'sys_dict_item'].map(asDocument),
  // A category's id is its code and its table has the column of the department already.
  'alter table sys_category add rev integer not null default 1',
  // `origin`: the id of the document that a dictionary is copied from; null for the dictionaries of administrators.
  `alter table sys_dict
    alter dict_code type varchar(100), alter dict_name type varchar(100), alter description type varchar(255),
    add origin varchar(100)`,
  `alter table sys_dict_item
    alter dict_id type varchar(36), alter item_text type varchar(100), alter item_value type varchar(100),
    alter description type varchar(255)`,
]

/** Dictionaries and their items become tables with documents. */
export const dictionaryDocuments: Migration = {
  async up(trx) {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  },
}
