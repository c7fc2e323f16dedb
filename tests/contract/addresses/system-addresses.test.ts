import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { getActions } from '#runtime/schema/action-codes.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

/**
 * The addresses of the contract for users, roles, departments, dictionaries and the other parts of the system
 * administration. The third word is the shape of the answer to an administrator, or the text of its refusal; writes are sent
 * without a body, so that each refuses.
 */
const addresses = `
POST /online/cgreport/api/testConnection
POST /sys/loginGetUserDeparts
GET /act/process/extActProcess/doSyncUser nothing
GET /act/process/extActProcess/doSyncUserByUserName?username=admin&sync=1 nothing
POST /sys/annountCement/add
DELETE /sys/annountCement/delete
DELETE /sys/annountCement/deleteBatch
GET /sys/annountCement/doReleaseData?id=x 未找到对应实体
GET /sys/annountCement/doReovkeData?id=x 未找到对应实体
PUT /sys/annountCement/edit
GET /sys/annountCement/exportXls file
POST /sys/annountCement/importExcel
GET /sys/annountCement/list page
GET /sys/annountCement/listByUser object
GET /sys/annountCement/queryById?id=x 未找到对应实体
GET /sys/annountCement/show/x 未找到对应实体
GET /sys/annountCement/syncNotic nothing
POST /sys/category/add
GET /sys/category/checkCode?pid=0&code=A01 nothing
GET /sys/category/childList?pid=0 array
DELETE /sys/category/delete
DELETE /sys/category/deleteBatch
PUT /sys/category/edit
GET /sys/category/exportXls file
GET /sys/category/getChildListBatch?parentIds=x page
POST /sys/category/importExcel
GET /sys/category/loadAllData?code=0 array
GET /sys/category/loadDictItem?ids=x array
GET /sys/category/loadOne?field=code&val=x 查询无果
GET /sys/category/loadTreeChildren?pid=x array
GET /sys/category/loadTreeData?pid=0 array
GET /sys/category/loadTreeRoot?async=true&pcode= array
GET /sys/category/rootList page
GET /sys/category/loadDictItem/?ids=x array
POST /sys/checkRule/add
GET /sys/checkRule/checkByCode?ruleCode=x&value=1 该编码不存在
DELETE /sys/checkRule/delete
DELETE /sys/checkRule/deleteBatch
PUT /sys/checkRule/edit
GET /sys/checkRule/exportXls file
POST /sys/checkRule/importExcel
GET /sys/checkRule/list page
GET /sys/checkRule/queryById?id=x 未找到对应实体
GET /sys/dataLog/list page
GET /sys/dataLog/queryCompareList?dataId1=x&dataId2=y 未找到对应实体
GET /sys/dataLog/queryDataVerList?dataTable=x&dataId=y 未找到版本信息
POST /sys/dataSource/add
DELETE /sys/dataSource/delete
DELETE /sys/dataSource/deleteBatch
PUT /sys/dataSource/edit
GET /sys/dataSource/exportXls file
POST /sys/dataSource/importExcel
GET /sys/dataSource/list page
GET /sys/dataSource/options array
GET /sys/dataSource/queryById?id=x 未找到对应实体
POST /sys/dict/add
DELETE /sys/dict/delete
DELETE /sys/dict/deleteBatch
GET /sys/dict/deleteList array
PUT /sys/dict/edit
GET /sys/dict/exportXls file
POST /sys/dict/importExcel
GET /sys/dict/list page
GET /sys/dict/loadTreeData?dictCode=tree:depart array
GET /sys/dict/queryAllDictItems object
GET /sys/dict/queryTableData?table=sys_user&text=realname&code=username page
GET /sys/dict/refleshCache nothing
GET /sys/dict/treeList array
PUT /sys/dict/back/x
DELETE /sys/dict/deletePhysic/x
GET /sys/dict/getDictItems/sex array
GET /sys/dict/getDictText/sex/1 string
GET /sys/dict/loadDict/sys_user%2Crealname%2Cusername?keyword=a array
GET /sys/dict/loadDictItem/sys_user%2Crealname%2Cusername?key=admin array
GET /sys/dict/loadDictOrderByValue/sys_user%2Crealname%2Cusername array
POST /sys/dictItem/add
DELETE /sys/dictItem/delete
DELETE /sys/dictItem/deleteBatch
GET /sys/dictItem/dictItemCheck?dictId=x&itemValue=1 nothing
PUT /sys/dictItem/edit
GET /sys/dictItem/list?dictId=x page
GET /sys/duplicate/check?tableName=sys_user&fieldName=username&fieldVal=x nothing
POST /sys/fillRule/add
DELETE /sys/fillRule/delete
DELETE /sys/fillRule/deleteBatch
PUT /sys/fillRule/edit
PUT /sys/fillRule/executeRuleByCode/x 编码规则「x」不存在，请在系统编码规则里新增
PUT /sys/fillRule/executeRuleByCodeBatch
GET /sys/fillRule/exportXls file
POST /sys/fillRule/importExcel
GET /sys/fillRule/list page
GET /sys/fillRule/queryById?id=x 未找到对应实体
GET /sys/fillRule/testFillRule?ruleCode=x 编码规则「x」不存在，请在系统编码规则里新增
GET /sys/gatewayRoute/clearRedis nothing
DELETE /sys/gatewayRoute/delete
GET /sys/gatewayRoute/list array
POST /sys/gatewayRoute/updateAll
DELETE /sys/log/delete
DELETE /sys/log/deleteBatch
GET /sys/log/list page
POST /sys/online/forceLogout
POST /sys/message/sysMessage/add
DELETE /sys/message/sysMessage/delete
DELETE /sys/message/sysMessage/deleteBatch
PUT /sys/message/sysMessage/edit
GET /sys/message/sysMessage/exportXls file
POST /sys/message/sysMessage/importExcel
GET /sys/message/sysMessage/list page
GET /sys/message/sysMessage/queryById?id=x 未找到对应实体
POST /sys/message/sysMessageTemplate/add
DELETE /sys/message/sysMessageTemplate/delete
DELETE /sys/message/sysMessageTemplate/deleteBatch
PUT /sys/message/sysMessageTemplate/edit
GET /sys/message/sysMessageTemplate/exportXls file
POST /sys/message/sysMessageTemplate/importExcel
GET /sys/message/sysMessageTemplate/list page
GET /sys/message/sysMessageTemplate/queryById?id=x 未找到对应实体
POST /sys/message/sysMessageTemplate/sendMsg
GET /sys/online/list page
POST /sys/permission/add
POST /sys/permission/addPermissionRule
DELETE /sys/permission/delete
DELETE /sys/permission/deleteBatch
DELETE /sys/permission/deletePermissionRule
PUT /sys/permission/edit
PUT /sys/permission/editPermissionRule
GET /sys/permission/getPermCode object
GET /sys/permission/getPermRuleListByPermId?permissionId=x array
GET /sys/permission/getSystemMenuList array
GET /sys/permission/getSystemSubmenu?parentId=x array
GET /sys/permission/getSystemSubmenuBatch?parentIds=x object
GET /sys/permission/getUserPermissionByToken object
GET /sys/permission/list array
GET /sys/permission/queryDepartPermission?departId=A01 array
GET /sys/permission/queryListAsync array
GET /sys/permission/queryPermissionRule?permissionId=x array
GET /sys/permission/queryRolePermission?roleId=clerk array
GET /sys/permission/queryTreeList object
POST /sys/permission/saveDepartPermission
POST /sys/permission/saveRolePermission
POST /sys/position/add
DELETE /sys/position/delete
DELETE /sys/position/deleteBatch
PUT /sys/position/edit
GET /sys/position/exportXls file
POST /sys/position/importExcel
GET /sys/position/list page
GET /sys/position/queryByCode?code=x 未找到对应实体
GET /sys/position/queryById?id=x 未找到对应实体
POST /sys/quartzJob/add
DELETE /sys/quartzJob/delete
DELETE /sys/quartzJob/deleteBatch
PUT /sys/quartzJob/edit
GET /sys/quartzJob/execute?id=x 未找到对应实体
GET /sys/quartzJob/exportXls file
POST /sys/quartzJob/importExcel
GET /sys/quartzJob/list page
GET /sys/quartzJob/pause?id=x 未找到对应实体
GET /sys/quartzJob/queryById?id=x 未找到对应实体
GET /sys/quartzJob/resume?id=x 未找到对应实体
GET /sys/quartzJob/upcoming array
POST /sys/role/add
GET /sys/role/checkRoleCode?roleCode=x nothing
POST /sys/role/datarule
DELETE /sys/role/delete
DELETE /sys/role/deleteBatch
PUT /sys/role/edit
GET /sys/role/exportXls file
POST /sys/role/importExcel
GET /sys/role/list page
GET /sys/role/queryById?id=x 未找到对应实体
GET /sys/role/queryTreeList object
GET /sys/role/queryall array
GET /sys/role/datarule/a/clerk 未找到权限配置信息
POST /sys/sysAnnouncementSend/add
DELETE /sys/sysAnnouncementSend/delete
DELETE /sys/sysAnnouncementSend/deleteBatch
PUT /sys/sysAnnouncementSend/edit
PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId
GET /sys/sysAnnouncementSend/getMyAnnouncementSend page
GET /sys/sysAnnouncementSend/list page
GET /sys/sysAnnouncementSend/queryById?id=x 未找到对应实体
PUT /sys/sysAnnouncementSend/readAll
POST /sys/sysDepart/add
DELETE /sys/sysDepart/delete
DELETE /sys/sysDepart/deleteBatch
PUT /sys/sysDepart/edit
GET /sys/sysDepart/exportXls file
GET /sys/sysDepart/getDepartName?orgCode=A01 object
GET /sys/sysDepart/getUsersByDepartId?id=x array
POST /sys/sysDepart/importExcel
GET /sys/sysDepart/listAll array
GET /sys/sysDepart/queryAllParentId?departId=x object
GET /sys/sysDepart/queryDepartTreeSync array
GET /sys/sysDepart/queryIdTree array
GET /sys/sysDepart/queryMyDeptTreeList nothing
GET /sys/sysDepart/queryTreeByKeyWord?keyWord=x 未查询匹配数据！
GET /sys/sysDepart/queryTreeList array
GET /sys/sysDepart/searchBy?keyWord=x 未查询匹配数据！
POST /sys/sysDepartPermission/datarule
POST /sys/sysDepartPermission/add
DELETE /sys/sysDepartPermission/delete
DELETE /sys/sysDepartPermission/deleteBatch
PUT /sys/sysDepartPermission/edit
GET /sys/sysDepartPermission/list page
GET /sys/sysDepartPermission/queryById?id=x 未找到对应实体
GET /sys/sysDepartPermission/queryDeptRolePermission?roleId=role-x array
GET /sys/sysDepartPermission/queryTreeListForDeptRole?departId=A01 object
POST /sys/sysDepartPermission/saveDeptRolePermission
GET /sys/sysDepartPermission/datarule/a/A01 未找到权限配置信息
POST /sys/sysDepartRole/add
POST /sys/sysDepartRole/datarule
DELETE /sys/sysDepartRole/delete
DELETE /sys/sysDepartRole/deleteBatch
POST /sys/sysDepartRole/deptRoleUserAdd
PUT /sys/sysDepartRole/edit
GET /sys/sysDepartRole/getDeptRoleByUserId?userId=x&departId=A01 array
GET /sys/sysDepartRole/getDeptRoleList?departId=A01&userId=x array
GET /sys/sysDepartRole/list page
GET /sys/sysDepartRole/queryById?id=x 未找到对应实体
GET /sys/sysDepartRole/datarule/a/A01/role-x 未找到权限配置信息
POST /sys/sysRoleIndex/add
DELETE /sys/sysRoleIndex/delete
DELETE /sys/sysRoleIndex/deleteBatch
PUT /sys/sysRoleIndex/edit
GET /sys/sysRoleIndex/list page
GET /sys/sysRoleIndex/queryById?id=x 未找到对应实体
POST /sys/sysUserAgent/add
DELETE /sys/sysUserAgent/delete
DELETE /sys/sysUserAgent/deleteBatch
PUT /sys/sysUserAgent/edit
GET /sys/sysUserAgent/list page
GET /sys/sysUserAgent/queryById?id=x 未找到对应实体
GET /sys/sysUserAgent/queryByUserName?userName=x 未找到对应实体
POST /sys/tenant/add
DELETE /sys/tenant/delete
DELETE /sys/tenant/deleteBatch
PUT /sys/tenant/edit
GET /sys/tenant/list page
GET /sys/tenant/queryById?id=999999 未找到对应实体
GET /sys/tenant/queryList array
GET /sys/thirdApp/getEnabledType object
POST /sys/user/add
POST /sys/user/addSysUserRole
PUT /sys/user/changePassword
GET /sys/user/checkOnlyUser?username=admin 用户账号已存在
DELETE /sys/user/delete
DELETE /sys/user/deleteBatch
DELETE /sys/user/deleteRecycleBin
DELETE /sys/user/deleteUserInDepart
DELETE /sys/user/deleteUserInDepartBatch
DELETE /sys/user/deleteUserRole
DELETE /sys/user/deleteUserRoleBatch
GET /sys/user/departUserList?depId=1 page
PUT /sys/user/edit
POST /sys/user/editSysDepartWithUser
GET /sys/user/exportXls file
PUT /sys/user/frozenBatch
GET /sys/user/generateUserId string
GET /sys/user/getMultiUser bare
GET /sys/user/getUserInfo object
POST /sys/user/importExcel
GET /sys/user/list page
GET /sys/user/listAll page
POST /sys/user/passwordChange
POST /sys/user/phoneVerification
PUT /sys/user/putRecycleBin
GET /sys/user/queryById?id=1 未找到对应实体
GET /sys/user/queryByIds?userIds=1 array
GET /sys/user/queryByOrgCode page
GET /sys/user/queryByOrgCodeForAddressList page
GET /sys/user/querySysUser?username=x 请先完成安全验证
GET /sys/user/queryUserByDepId?id=1 array
GET /sys/user/queryUserComponentData page
GET /sys/user/queryUserRole?userid=1 未找到用户相关角色信息
GET /sys/user/recycleBin array
POST /sys/user/register
PUT /sys/user/updateBackupEmail
PUT /sys/user/updateMobile
GET /sys/user/userDepartList?userId=1 查找失败
GET /sys/user/userRoleList?roleId=clerk page
GET /sys/user/verifyIzDefaultPwd boolean
`
const rows = addresses
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [InjectOptions['method'], string, string | undefined])

const { app, services, test, token, openAnother, close } = await openDemoProduct()
await sql`insert into sys_depart_role (id, depart_id, role_name, role_code) values ('role-x', 'A01', 'x', 'x')`.execute(
  test.db.app,
)
afterAll(close)

/** The word of the table for an answer. */
function formatShape(reply: { body: string; headers: Record<string, unknown> }): string {
  if (/spreadsheet/.test(String(reply.headers['content-type']))) return 'file'
  const body = JSON.parse(reply.body)
  if (Array.isArray(body)) return 'bare'
  const { success, message, result } = body
  if (success !== true) return message
  if (result === null) return 'nothing'
  if (Array.isArray(result)) return 'array'
  if (typeof result !== 'object') return typeof result
  return Array.isArray(result.records) && typeof result.total === 'number' ? 'page' : 'object'
}

const send = (method: InjectOptions['method'], url: string) =>
  app.inject({
    method,
    url: `/jeecg-boot${url}`,
    headers: { 'x-access-token': token, 'x-requested-with': 'XMLHttpRequest' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  })

it('a further start writes no entry of the menu and no permission, so open pages do not load theirs anew', async () => {
  const readVersions = async () =>
    (await sql`select id, rev, xmin::text from sys_permission order by id`.execute(test.db.app)).rows
  const before = await readVersions()
  expect(before.length).toBeGreaterThan(1000)
  await (await openAnother()).close()
  expect(await readVersions()).toEqual(before)
})

it.each(rows)('%s %s answers as the contract says', async (method, url, shape) => {
  const reply = await send(method, url)
  if (shape !== undefined) return expect(formatShape(reply)).toBe(shape)
  expect([404, 405]).not.toContain(reply.statusCode)
  expect(reply.statusCode).toBeLessThan(500)
  const { success, code, message } = reply.json()
  expect([typeof success, typeof code, typeof message]).toEqual(['boolean', 'number', 'string'])
  expect(code).not.toBe(405)
})

it('every list and look-up ignores parameters that it does not know', async () => {
  const shapes = ['page', 'array', 'object', 'file']
  const lists = services.documents.entries().flatMap(({ id, document }): string[] => {
    if (hasCapability(document, 'hasQuery')) return [`/online/cgreport/api/getData/${id.replace('/', '.')}`]
    if (!hasCapability(document, 'hasTable')) return []
    return [`/online/cgform/api/getData/${id.replace('/', '.')}`]
  })
  const urls = [...rows.flatMap(([, url, shape]) => (shapes.includes(shape ?? '') ? [url] : [])), ...lists]
  expect(lists.length).toBeGreaterThan(50)
  const unknown = 'isMultiTranslate=true&isMultiTranslate=true&templateCategory=notice&copyType=0&_t=1'
  const differing: string[] = []
  for (const url of urls) {
    const former = await send('GET', url)
    const reply = await send('GET', `${url}${url.includes('?') ? '&' : '?'}${unknown}`)
    const told = (answer: typeof reply) =>
      `${answer.statusCode} ${String(answer.headers['x-error-code'] ?? '')} ${formatShape(answer)}`
    if (told(former) !== told(reply)) differing.push(`${url}: ${told(former)}, then ${told(reply)}`)
  }
  expect(differing).toEqual([])
}, 300_000)

it('the dialog of an import finds its template and the recent imports of its screen', async () => {
  const importing = services.documents.entries().flatMap(({ document }) => {
    const screen = asDocumentWith(document, 'hasTable')
    const buttons = screen ? getActions(screen).toolbar : []
    const isImporting = buttons.some(
      (button) => (typeof button === 'string' ? button : button.code) === 'import',
    )
    if (!screen || !isImporting) return []
    const address = screen.url?.importExcel ?? `/resource/${screen.id}/importExcel`
    return [address.replace(/importExcel$/, 'importTemplate'), `/resource/${screen.id}/import/recent`]
  })
  expect(importing.length).toBeGreaterThan(10)
  const missing: string[] = []
  for (const url of importing) {
    const reply = await app.inject({ url: `/jeecg-boot${url}`, headers: { 'x-access-token': token } })
    if (reply.statusCode !== 200) missing.push(`${reply.statusCode} ${url}`)
  }
  expect(missing).toEqual([])
})
