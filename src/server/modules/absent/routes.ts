import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'

/** What takes the place of a matter that other servers have; each text names the page where its work is done here. */
const refuse = defineRefusals({
  ABSENT_USER_GROUP: '这里没有用户组：请用「角色管理」把人归在一起，选人时也可以按部门或角色选',
  ABSENT_TENANT_PACK: '这里没有租户产品包：能用哪些功能由角色决定，请在「角色管理」里授权',
  ABSENT_TENANT_JOIN: '这里不用申请加入租户：请管理员在「用户管理」里分配租户',
  ABSENT_TENANT_BIN: '租户没有回收站：停用租户请在「租户管理」里冻结',
  ABSENT_TENANT_OWNER: '租户没有拥有者，也不能自己建立或注销：请管理员在「租户管理」里维护',
  ABSENT_TENANT_USER: '用户的租户在「用户管理」里查看和修改',
  ABSENT_POST_RANK: '部门下面没有岗位职级：请在「职务管理」里维护职务，在「用户管理」里给人选职务',
  ABSENT_DEPART_MOVE: '部门的上级和次序请在「部门管理」里修改',
  ABSENT_DEPART_CHARGE: '部门负责人请在「用户管理」里设：身份选「上级」，再选负责部门',
  ABSENT_QUIT: '这里没有离职办理：请在「用户管理」里冻结或删除用户，需要有人代办的另设代理人',
  ABSENT_DEFAULT_PASSWORD: '这里没有默认密码：请在「用户管理」里用「密码」给每个人设一个',
  ABSENT_LOG_OFF: '账号不能自己注销：请管理员在「用户管理」里冻结或删除',
  ABSENT_OWN_SECURITY: '密码和手机号请在「个人设置 › 安全设置」里修改，密码不能写在地址里',
  ABSENT_THIRD_SIGN_ON: '这个第三方登录没有接入：可用的登录方式见登录页，账号绑定见「个人设置 › 账户绑定」',
  ABSENT_ONLINE_PART: '表单的字段和索引随整张表单保存：请用「Online表单开发」，或调用 addAll、editAll',
  ABSENT_REPORT_PART: '报表的列和参数随整张报表保存：请用「Online报表配置」，或调用 add、editAll',
})

type Reason = Parameters<typeof refuse>[0]
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The addresses by what their answer says: a place, then a method and the verbs under that place. */
const addresses: readonly (readonly [Reason, string, Method, string])[] = [
  ['ABSENT_USER_GROUP', '/sys/ugroup', 'GET', 'list exportXls'],
  ['ABSENT_USER_GROUP', '/sys/ugroup', 'POST', 'add edit importExcel'],
  ['ABSENT_USER_GROUP', '/sys/ugroup', 'DELETE', 'delete deleteBatch'],
  ['ABSENT_USER_GROUP', '/sys/user', 'GET', 'groupUserList'],
  ['ABSENT_USER_GROUP', '/sys/user', 'POST', 'addSysUserGroup'],
  ['ABSENT_USER_GROUP', '/sys/user', 'DELETE', 'deleteGroupUser deleteUserGroupBatch'],
  ['ABSENT_TENANT_PACK', '/sys/tenant', 'GET', 'packList queryTenantPackUserList listPackByTenantUserId'],
  ['ABSENT_TENANT_PACK', '/sys/tenant', 'POST', 'addPackPermission addTenantPackUser syncDefaultPack'],
  ['ABSENT_TENANT_PACK', '/sys/tenant', 'PUT', 'editPackPermission deleteTenantPackUser'],
  ['ABSENT_TENANT_PACK', '/sys/tenant', 'DELETE', 'deleteTenantPack'],
  ['ABSENT_TENANT_JOIN', '/sys/tenant', 'GET', 'getUserTenantPageList'],
  ['ABSENT_TENANT_JOIN', '/sys/tenant', 'POST', 'joinTenantByHouseNumber'],
  [
    'ABSENT_TENANT_JOIN',
    '/sys/tenant',
    'PUT',
    'updateUserTenantStatus cancelApplyTenant agreeOrRefuseJoinTenant agreeOrRejectUserJoin',
  ],
  ['ABSENT_TENANT_BIN', '/sys/tenant', 'GET', 'recycleBinPageList'],
  ['ABSENT_TENANT_BIN', '/sys/tenant', 'PUT', 'revertTenantLogic'],
  ['ABSENT_TENANT_BIN', '/sys/tenant', 'DELETE', 'deleteLogicDeleted'],
  ['ABSENT_TENANT_OWNER', '/sys/tenant', 'GET', 'queryTenantAuthInfo getTenantCount'],
  ['ABSENT_TENANT_OWNER', '/sys/tenant', 'POST', 'changeOwenUserTenant saveTenantJoinUser'],
  ['ABSENT_TENANT_OWNER', '/sys/tenant', 'PUT', 'editOwnTenant cancelTenant'],
  ['ABSENT_TENANT_OWNER', '/sys/tenant', 'DELETE', 'exitUserTenant'],
  ['ABSENT_TENANT_USER', '/sys/tenant', 'GET', 'getTenantPageListByUserId'],
  ['ABSENT_TENANT_USER', '/sys/user', 'POST', 'addTenantUser editTenantUser'],
  [
    'ABSENT_POST_RANK',
    '/sys/sysDepart',
    'GET',
    'getPositionByDepartId getRankRelation getALLRankRelation getDepPostIdByDepId',
  ],
  ['ABSENT_DEPART_MOVE', '/sys/sysDepart', 'PUT', 'updateChangeDepart'],
  ['ABSENT_DEPART_MOVE', '/sys/user', 'GET', 'getUpdateDepartInfo'],
  ['ABSENT_DEPART_MOVE', '/sys/user', 'PUT', 'doUpdateDepartInfo'],
  ['ABSENT_DEPART_CHARGE', '/sys/user', 'PUT', 'changeDepartChargePerson'],
  ['ABSENT_QUIT', '/sys/user', 'GET', 'getQuitList'],
  ['ABSENT_QUIT', '/sys/user', 'PUT', 'userQuitAgent putCancelQuit'],
  ['ABSENT_DEFAULT_PASSWORD', '/sys/user', 'PUT', 'resetPassword'],
  ['ABSENT_LOG_OFF', '/sys/user', 'PUT', 'userLogOff'],
  ['ABSENT_OWN_SECURITY', '/sys/user', 'PUT', 'changePhone updatePasswordNotBindPhone'],
  ['ABSENT_THIRD_SIGN_ON', '/sys/thirdLogin', 'GET', 'oauth2/:source/login oauth2/:source/callback'],
  ['ABSENT_THIRD_SIGN_ON', '/sys/thirdLogin', 'POST', 'user/create'],
  ['ABSENT_THIRD_SIGN_ON', '/sys/thirdApp', 'GET', 'getThirdAccountByUserId'],
  ['ABSENT_THIRD_SIGN_ON', '/sys/thirdApp', 'POST', 'bindThirdAppAccount'],
  ['ABSENT_THIRD_SIGN_ON', '/sys/thirdApp', 'DELETE', 'deleteThirdAccount'],
  ['ABSENT_ONLINE_PART', '/online/cgform', 'POST', 'head/add field/add field/edit index/add index/edit'],
  ['ABSENT_ONLINE_PART', '/online/cgform', 'PUT', 'field/edit index/edit'],
  [
    'ABSENT_ONLINE_PART',
    '/online/cgform',
    'DELETE',
    'field/delete field/deleteBatch index/delete index/deleteBatch',
  ],
  ['ABSENT_REPORT_PART', '/online/cgreport', 'POST', 'item/add param/add'],
  ['ABSENT_REPORT_PART', '/online/cgreport', 'PUT', 'item/edit param/edit head/edit'],
  [
    'ABSENT_REPORT_PART',
    '/online/cgreport',
    'DELETE',
    'item/delete item/deleteBatch param/delete param/deleteBatch',
  ],
]

/** Where those who sign in find out that this way does not exist. */
const isBeforeSignIn = (place: string): boolean => place === '/sys/thirdLogin'

/** Clients of the contract get the reason and what to use instead, where another server would do something. */
export const absentRoutes: Plugin<object> = (app) => {
  for (const [reason, place, method, verbs] of addresses)
    for (const verb of verbs.split(' '))
      app.route({
        method,
        url: `${place}/${verb}`,
        config: { access: isBeforeSignIn(place) ? 'public' : 'self' },
        handler: async () => {
          throw refuse(reason)
        },
      })
}
