/** Whose ticks are read and changed: a role, a department or one of its roles. */
export interface RuleSource {
  /** The key of the owner in bodies. */
  owner: Readonly<Record<string, string>>
  /** The address of the rules and ticks, before the id of the menu entry and the ids behind it. */
  url: string
  path: string
  /** What the ticks mean. */
  note: string
}

const roleNote = '勾选的规则要同时满足，才看得到一条记录；有规则而一条都没有勾选的，什么记录都看不到。'

export const rulesOfRole = (roleId: string): RuleSource => ({
  owner: { roleId },
  url: '/sys/role/datarule',
  path: roleId,
  note: roleNote,
})

export const rulesOfDepart = (departId: string): RuleSource => ({
  owner: { departId },
  url: '/sys/sysDepartPermission/datarule',
  path: departId,
  note: '部门角色只能选这里勾选的规则；一条都没有勾选的，部门角色可以选全部规则。',
})

export const rulesOfDepartRole = (roleId: string, departId: string): RuleSource => ({
  owner: { roleId },
  url: '/sys/sysDepartRole/datarule',
  path: `${departId}/${roleId}`,
  note: roleNote,
})
