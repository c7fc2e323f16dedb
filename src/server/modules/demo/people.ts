import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/store/database.ts'
import { lockSchema } from '../../platform/store/migrate.ts'

const positions = [
  { code: 'director', name: '馆长', post_rank: '5' },
  { code: 'deputy', name: '副馆长', post_rank: '4' },
  { code: 'head', name: '主任', post_rank: '4' },
  { code: 'editor', name: '编辑', post_rank: '3' },
  { code: 'archivist', name: '馆员', post_rank: '3' },
  { code: 'keeper', name: '库房管理员', post_rank: '2' },
  { code: 'restorer', name: '修复师', post_rank: '3' },
  { code: 'clerk', name: '文书', post_rank: '1' },
]

/** Account, name, sex (1 男, 2 女), birthday, department, positions. */
const colleagues = [
  ['shen.mo', '沈墨', 1, '1979-03-12', 'A01A02', 'head,archivist'],
  ['gu.huaizhi', '顾怀之', 1, '1966-11-05', 'A01A03', 'director'],
  ['xie.wanqing', '谢婉清', 2, '1972-06-28', 'A01A03', 'deputy'],
  ['fang.zhiyuan', '方致远', 1, '1981-09-17', 'A01A01', 'head,editor'],
  ['lin.shuyu', '林书瑜', 2, '1988-02-03', 'A01A01', 'editor'],
  ['chen.jianan', '陈嘉南', 1, '1990-07-21', 'A01A01', 'editor'],
  ['wu.siyuan', '吴思源', 1, '1993-12-09', 'A01A01', 'archivist'],
  ['tang.yue', '唐玥', 2, '1995-04-30', 'A01A01', 'editor'],
  ['he.guangyu', '何光宇', 1, '1984-10-14', 'A01A02', 'keeper'],
  ['jiang.xinlan', '蒋心兰', 2, '1987-01-26', 'A01A02', 'restorer'],
  ['luo.ming', '罗鸣', 1, '1991-05-19', 'A01A02', 'keeper'],
  ['ye.qingshuang', '叶清霜', 2, '1997-08-08', 'A01A03', 'clerk'],
] as const

/** No hash: these users can be selected, but cannot sign in. */
const noPassword = '-'

/** Adds a user of both branches, who chooses one at each sign-in; with the password and the roles of the user `clerk`. */
async function addBranchUser(trx: Trx): Promise<void> {
  await sql`
    with added as (
      insert into sys_user (id, username, realname, org_code, password, must_change, rel_tenant_ids, create_by)
      select 'demo-branch', 'branch', '周分野', 'A01A02', password, must_change, '1,2', 'system'
      from sys_user where username = 'clerk' on conflict do nothing returning id),
      placed as (insert into sys_user_depart (user_id, dep_id) select id, 'A01A02' from added)
    insert into sys_user_role (user_id, role_id)
    select added.id, r.role_id from added, sys_user_role r join sys_user u on u.id = r.user_id
    where u.username = 'clerk'`.execute(trx)
}

/** Adds colleagues and positions for the pickers once; users who have a position keep it. */
export async function seedPeople({ write }: Pick<Database, 'write'>): Promise<void> {
  await write(async (trx) => {
    await lockSchema(trx)
    const existing = await trx.selectFrom('sys_position').select('id').limit(1).execute()
    if (existing.length > 0) return
    await trx
      .insertInto('sys_position')
      .values(positions.map((position) => ({ id: position.code, ...position, create_by: 'system' })))
      .execute()
    const users = colleagues.map(([username, realname, sex, birthday, org_code, post], at) => ({
      id: `demo-${username}`,
      username,
      realname,
      sex,
      birthday,
      org_code,
      post,
      phone: `1395550${String(1001 + at * 37).slice(-4)}`,
      work_no: `DZ${String(at + 101)}`,
      password: noPassword,
      create_by: 'system',
    }))
    const inserted = await trx
      .insertInto('sys_user')
      .values(users)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'org_code'])
      .execute()
    const placed = inserted.flatMap(({ id, org_code }) =>
      org_code ? [{ user_id: id, dep_id: org_code }] : [],
    )
    if (placed.length > 0) await trx.insertInto('sys_user_depart').values(placed).execute()
    await addBranchUser(trx)
  })
}
