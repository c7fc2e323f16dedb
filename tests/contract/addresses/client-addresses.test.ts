import fastify, { type InjectOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { absentRoutes } from '#server/modules/absent/routes.ts'
import { openDemoProduct } from '../../support/demo-product.ts'
import { multipart, multipartHeaders, png } from '../../unit/server/base/uploading.ts'

/**
 * What the client of JeecgBoot 3.9 calls besides the addresses of `system-addresses.test.ts`: method, address with its
 * parameters, and the shape that it reads from `result`. `page:` and `array:` name keys of the first record, `object:` keys
 * of the object; a word in capitals is the code of the refusal, whose text says what takes the place of the matter.
 */
const addresses = `
GET /sys/user/selectUserList?pageNo=1&pageSize=10&keyword=a&isMultiTranslate=true page:id,username,realname,avatar,phone
GET /sys/user/selectUserList?departId=none&roleId=none&excludeUserIdList=a,b&includeUsernameList=admin page
GET /sys/user/queryByNames?userNames=admin,clerk array:id,username,realname
GET /sys/user/queryUserAndDeptByName?userName=admin object:id,username,orgCodeTxt
GET /sys/user/queryByDepId?id=none array
GET /sys/user/queryDepartPostByOrgCode?orgCode=A&pageNo=1&pageSize=10 page
GET /sys/user/userDepartList?userId=@admin&isMultiTranslate=true array
GET /sys/user/login/setting/getUserData object:id,username,realname,avatar,sex,birthday,phone,email,orgCodeTxt,post,telephone
POST /sys/user/login/setting/userEdit object:userInfo
GET /sys/user/list?isMultiTranslate=true&_t=1&field=id,,&column=createTime&order=desc page:id,username
GET /sys/user/queryById?id=@admin&isMultiTranslate=true object:id,username
GET /sys/sysDepart/getDepartPathNameByOrgCode?orgCode=A01&depId= string
GET /sys/sysDepart/queryDepartAndPostTreeSync?primaryKey=id&departIds=&name= array:key,value,title,isLeaf,orgCode
GET /sys/sysDepart/queryDepartTreeSync?primaryKey=orgCode&ids= array:key,value,title,isLeaf
GET /sys/sysDepart/queryByIds?deptIds=none array
GET /sys/sysDepart/getMyDepartList array
GET /sys/sysDepart/getDepartmentHead?departId=none&pageNo=1&pageSize=10 page
GET /sys/role/queryallNoByTenant array:id,roleName,roleCode
GET /sys/role/listByTenant?pageNo=1&pageSize=10 page:id,roleName,roleCode
GET /sys/role/list?isMultiTranslate=true page:id,roleName
GET /sys/sysRoleIndex/queryDefIndex object:url,component,route
GET /sys/sysRoleIndex/queryByCode?roleCode=none nothing
PUT /sys/sysRoleIndex/updateDefIndex?url=/x&component=x&isRoute=true HOME_FIXED
GET /sys/annountCement/getUnreadMessageCount object:count,systemCount
POST /sys/annountCement/clearAllUnReadMessage nothing
GET /sys/comment/listByForm?tableName=lib_donation&tableDataId=@donation&column=createTime&order=desc page:id,fromUserId,fromUserId_dictText,fromUserAvatar,toUserId,commentId,commentContent,createTime,fileList
GET /sys/comment/fileList?tableName=lib_donation&tableDataId=@donation page:name,url,type,fileSize
GET /sys/comment/queryById?id=@comment object:commentContent
POST /sys/comment/addText BAD_PARAMETER
POST /sys/comment/addFile COMMENT_LIBRARY
POST /sys/comment/appAddFile BAD_PARAMETER
DELETE /sys/comment/deleteOne?id=none COMMENT_GONE
GET /sys/comment/getFileViewDomain COMMENT_PREVIEW
GET /sys/message/sysMessageTemplate/list?templateCategory=notice&isMultiTranslate=true page
GET /sys/position/list?isMultiTranslate=true page
GET /sys/position/queryByCodes?positionCodes=none array
GET /sys/permission/checkPermDuplication?id=&url=/none&alwaysShow=false nothing
PUT /sys/dict/putRecycleBin BAD_PARAMETER
DELETE /sys/dict/deleteRecycleBin?ids=none DICT_PURGE_FAILED
GET /sys/dict/list?keywords=a&isMultiTranslate=true page
GET /sys/tenant/getCurrentUserTenant object:list
GET /sys/tenant/getTenantListByUserId?userTenantStatus=1,3,5 array
GET /sys/tenant/getTenantUserList?pageNo=1&pageSize=10&userTenantId=1 page
GET /sys/tenant/getTenantStatusCount?status=1 number
PUT /sys/tenant/invitationUserJoin?ids=1 TENANT_USER_NAME
PUT /sys/tenant/leaveTenant?userIds=none&tenantId=1 NO_ENTITY
GET /sys/tenant/packList ABSENT_TENANT_PACK
POST /sys/tenant/addPackPermission ABSENT_TENANT_PACK
PUT /sys/tenant/editPackPermission ABSENT_TENANT_PACK
DELETE /sys/tenant/deleteTenantPack?ids=1 ABSENT_TENANT_PACK
POST /sys/tenant/syncDefaultPack?tenantId=1 ABSENT_TENANT_PACK
GET /sys/tenant/queryTenantPackUserList ABSENT_TENANT_PACK
PUT /sys/tenant/deleteTenantPackUser ABSENT_TENANT_PACK
POST /sys/tenant/addTenantPackUser ABSENT_TENANT_PACK
GET /sys/tenant/listPackByTenantUserId ABSENT_TENANT_PACK
GET /sys/tenant/recycleBinPageList ABSENT_TENANT_BIN
DELETE /sys/tenant/deleteLogicDeleted?ids=1 ABSENT_TENANT_BIN
PUT /sys/tenant/revertTenantLogic?ids=1 ABSENT_TENANT_BIN
GET /sys/tenant/getTenantPageListByUserId ABSENT_TENANT_USER
GET /sys/tenant/getUserTenantPageList ABSENT_TENANT_JOIN
POST /sys/tenant/joinTenantByHouseNumber ABSENT_TENANT_JOIN
PUT /sys/tenant/agreeOrRejectUserJoin ABSENT_TENANT_JOIN
PUT /sys/tenant/updateUserTenantStatus ABSENT_TENANT_JOIN
PUT /sys/tenant/cancelApplyTenant?tenantId=1 ABSENT_TENANT_JOIN
PUT /sys/tenant/agreeOrRefuseJoinTenant?tenantId=1 ABSENT_TENANT_JOIN
DELETE /sys/tenant/exitUserTenant?id=1 ABSENT_TENANT_OWNER
POST /sys/tenant/changeOwenUserTenant?userId=1&tenantId=1 ABSENT_TENANT_OWNER
PUT /sys/tenant/editOwnTenant ABSENT_TENANT_OWNER
PUT /sys/tenant/cancelTenant ABSENT_TENANT_OWNER
POST /sys/tenant/saveTenantJoinUser ABSENT_TENANT_OWNER
GET /sys/tenant/queryTenantAuthInfo?id=1 ABSENT_TENANT_OWNER
GET /sys/tenant/getTenantCount ABSENT_TENANT_OWNER
POST /sys/user/addTenantUser ABSENT_TENANT_USER
POST /sys/user/editTenantUser ABSENT_TENANT_USER
GET /sys/user/groupUserList?groupId=1 ABSENT_USER_GROUP
POST /sys/user/addSysUserGroup ABSENT_USER_GROUP
DELETE /sys/user/deleteGroupUser?groupId=1&userId=1 ABSENT_USER_GROUP
DELETE /sys/user/deleteUserGroupBatch?groupId=1&userIds=1 ABSENT_USER_GROUP
PUT /sys/user/userQuitAgent ABSENT_QUIT
GET /sys/user/getQuitList ABSENT_QUIT
PUT /sys/user/putCancelQuit?userIds=1 ABSENT_QUIT
PUT /sys/user/resetPassword?usernames=clerk ABSENT_DEFAULT_PASSWORD
PUT /sys/user/userLogOff ABSENT_LOG_OFF
PUT /sys/user/changePhone ABSENT_OWN_SECURITY
PUT /sys/user/updatePasswordNotBindPhone ABSENT_OWN_SECURITY
GET /sys/user/getUpdateDepartInfo?id=1 ABSENT_DEPART_MOVE
PUT /sys/user/doUpdateDepartInfo ABSENT_DEPART_MOVE
PUT /sys/user/changeDepartChargePerson ABSENT_DEPART_CHARGE
PUT /sys/sysDepart/updateChangeDepart ABSENT_DEPART_MOVE
GET /sys/sysDepart/getPositionByDepartId?departId=1 ABSENT_POST_RANK
GET /sys/sysDepart/getRankRelation?departId=1 ABSENT_POST_RANK
GET /sys/sysDepart/getALLRankRelation ABSENT_POST_RANK
GET /sys/sysDepart/getDepPostIdByDepId?depIds=1 ABSENT_POST_RANK
GET /sys/ugroup/list?pageNo=1&pageSize=10 ABSENT_USER_GROUP
POST /sys/ugroup/add ABSENT_USER_GROUP
POST /sys/ugroup/edit ABSENT_USER_GROUP
DELETE /sys/ugroup/delete?id=1 ABSENT_USER_GROUP
DELETE /sys/ugroup/deleteBatch?ids=1 ABSENT_USER_GROUP
GET /sys/ugroup/exportXls ABSENT_USER_GROUP
POST /sys/ugroup/importExcel ABSENT_USER_GROUP
GET /sys/thirdLogin/getLoginUser/none/github/0 THIRD_UNPROVED
GET /sys/thirdLogin/oauth2/dingtalk/login ABSENT_THIRD_SIGN_ON
GET /sys/thirdLogin/oauth2/dingtalk/callback ABSENT_THIRD_SIGN_ON
POST /sys/thirdLogin/user/create ABSENT_THIRD_SIGN_ON
POST /sys/thirdLogin/user/checkPassword BAD_PARAMETER
POST /sys/thirdLogin/bindingThirdPhone BAD_PARAMETER
GET /sys/thirdApp/getThirdAccountByUserId?thirdType=dingtalk ABSENT_THIRD_SIGN_ON
POST /sys/thirdApp/bindThirdAppAccount ABSENT_THIRD_SIGN_ON
DELETE /sys/thirdApp/deleteThirdAccount?id=1 ABSENT_THIRD_SIGN_ON
GET /online/cgform/api/getErpFormItem/lib_donation object:head,schema
GET /online/cgform/api/getEnhanceJs/catalog.donation string
GET /online/cgform/api/form/table_name/lib_donation/none NO_ENTITY
GET /online/cgform/api/getData/lib_donation?hasQuery=true&column=lib_donation@fdate&order=asc page:id,fdate
GET /online/cgform/head/list?copyType=0&isMultiTranslate=true page:id,tableName
POST /online/cgform/head/add ABSENT_ONLINE_PART
POST /online/cgform/field/add ABSENT_ONLINE_PART
PUT /online/cgform/field/edit ABSENT_ONLINE_PART
POST /online/cgform/field/edit ABSENT_ONLINE_PART
DELETE /online/cgform/field/delete?id=1 ABSENT_ONLINE_PART
DELETE /online/cgform/field/deleteBatch?ids=1 ABSENT_ONLINE_PART
POST /online/cgform/index/add ABSENT_ONLINE_PART
PUT /online/cgform/index/edit ABSENT_ONLINE_PART
POST /online/cgform/index/edit ABSENT_ONLINE_PART
DELETE /online/cgform/index/delete?id=1 ABSENT_ONLINE_PART
DELETE /online/cgform/index/deleteBatch?ids=1 ABSENT_ONLINE_PART
POST /online/cgform/api/crazyForm/lib_none NOT_FOUND
PUT /online/cgform/api/crazyForm/lib_none NOT_FOUND
GET /online/cgreport/api/getColumns/rp_stock_flow object:columns,dictOptions,fieldHrefSlots,cgreportHeadName
GET /online/cgreport/api/getRpColumns/sel_user object:columns,dictOptions,cgRpConfigId,cgRpConfigName
GET /online/cgreport/api/getQueryInfo/sel_user array:label,field,view,mode
GET /online/cgreport/api/getParamsInfo/sel_user array
GET /online/cgreport/api/getData/sel_user?pageNo=1&pageSize=10&self_x=1&isMultiTranslate=true page:id,username,realname
GET /online/cgreport/api/getColumnsAndData/sel_user object:data,columns,cgreportHeadName,dictOptions
GET /online/cgreport/api/getData/report.holdings page
POST /online/cgreport/item/add ABSENT_REPORT_PART
PUT /online/cgreport/item/edit ABSENT_REPORT_PART
DELETE /online/cgreport/item/delete?id=1 ABSENT_REPORT_PART
DELETE /online/cgreport/item/deleteBatch?ids=1 ABSENT_REPORT_PART
POST /online/cgreport/param/add ABSENT_REPORT_PART
PUT /online/cgreport/param/edit ABSENT_REPORT_PART
DELETE /online/cgreport/param/delete?id=1 ABSENT_REPORT_PART
DELETE /online/cgreport/param/deleteBatch?ids=1 ABSENT_REPORT_PART
PUT /online/cgreport/head/edit ABSENT_REPORT_PART
`
const rows = addresses
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [InjectOptions['method'], string, string])

const { app, services, adminId, token, close } = await openDemoProduct()
afterAll(close)

const { id: donation } = await services.db.app
  .withTables<Record<string, { id: string }>>()
  .selectFrom('lib_donation')
  .select('id')
  .executeTakeFirstOrThrow()
/** A comment with an attachment. */
const comment = await (async () => {
  const { body } = await app.inject({
    method: 'POST',
    url: '/jeecg-boot/sys/comment/addText',
    headers: { 'x-access-token': token },
    payload: {
      tableName: 'lib_donation',
      tableDataId: donation,
      fromUserId: adminId,
      commentContent: '收到',
      toUserId: '',
      commentId: '',
    },
  })
  const { result } = JSON.parse(body) as { result: string }
  const file = multipart('收据.png', png, 'comment')
  await app.inject({
    method: 'POST',
    url: '/jeecg-boot/sys/comment/addFile',
    headers: { 'x-access-token': token, ...multipartHeaders },
    payload: Buffer.concat([
      Buffer.from(`--x-boundary-x\r\nContent-Disposition: form-data; name="commentId"\r\n\r\n${result}\r\n`),
      file,
    ]),
  })
  return result
})()

const send = (method: InjectOptions['method'], url: string) =>
  app.inject({
    method,
    url: `/jeecg-boot${url.replace('@admin', adminId).replace('@donation', donation).replace('@comment', comment)}`,
    headers: { 'x-access-token': token, 'x-requested-with': 'XMLHttpRequest' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  })

/** The word of the table for an answer. */
function formatResult({ json, headers }: Awaited<ReturnType<typeof send>>): string {
  const { success, result } = json()
  if (success !== true) return String(headers['x-error-code'])
  if (result === null) return 'nothing'
  if (Array.isArray(result)) return 'array'
  if (typeof result !== 'object') return typeof result
  return Array.isArray(result.records) && typeof result.total === 'number' ? 'page' : 'object'
}

it('the table has every address whose matter does not exist here', async () => {
  const absent: string[] = []
  const server = fastify({ exposeHeadRoutes: false })
  server.addHook('onRoute', ({ method, url }) => void absent.push(`${method} ${url}`))
  await absentRoutes(server, {})
  expect(absent.length).toBeGreaterThan(70)
  const listed = new Set(rows.map(([method, url]) => `${method} ${url.replace(/\?.*/, '')}`))
  expect(absent.filter((route) => !listed.has(route.replace(':source', 'dingtalk')))).toEqual([])
})

it.each([
  ['GET', 'oauth2/dingtalk/login?state=x'],
  ['GET', 'oauth2/dingtalk/callback?code=x'],
  ['POST', 'user/create'],
] as const)(
  '%s /sys/thirdLogin/%s names the other ways before anybody has signed in',
  async (method, verb) => {
    const reply = await app.inject({ method, url: `/jeecg-boot/sys/thirdLogin/${verb}` })
    expect(reply.headers['x-error-code']).toBe('ABSENT_THIRD_SIGN_ON')
    expect(reply.json().message).toContain('可用的登录方式见登录页')
  },
)

describe('the client of version 3', () => {
  it.each(rows)('%s %s answers in the shape that it reads', async (method, url, expected) => {
    const reply = await send(method, url)
    const [word, keys = ''] = expected.split(':')
    expect(formatResult(reply), reply.body.slice(0, 400)).toBe(word)
    const { result, message } = reply.json()
    if (/^ABSENT_/.test(word ?? '')) expect(message).toContain('「')
    const read = word === 'page' ? result.records[0] : word === 'array' ? result[0] : result
    const missing = keys.split(',').filter((key) => key !== '' && !(key in (read ?? {})))
    expect(missing, reply.body.slice(0, 400)).toEqual([])
  })

  it.each([
    ['yn', '1', '是'],
    ['cgform_table_type', 1, '单表'],
    ['notice_type', 'system', '系统消息'],
    ['msgCategory', '1', '通知公告'],
    ['trade', '4', '教育'],
    ['company_size', '1', '20 人以下'],
    ['company_rank', '1', '正职领导'],
    ['company_department', '1', '办公室'],
    ['online_graph_type', 'bar', '柱形图'],
    ['online_graph_display_template', 'single', '单排布局'],
    ['online_graph_data_type', 'sql', 'SQL'],
  ] as const)('finds the dictionary %s', async (code, value, text) => {
    const items = (await send('GET', `/sys/dict/getDictItems/${code}?sign=x`)).json().result
    expect(items).toContainEqual({ value, text, title: text })
  })

  it('finds the positions as the dictionary of its users', async () => {
    const positions = (await send('GET', '/sys/position/list')).json().result.records
    const items = (await send('GET', '/sys/dict/getDictItems/user_position')).json().result
    expect(items).toHaveLength(positions.length)
  })

  it('reads the names of positions by the codes that users store', async () => {
    const [first, second] = (await send('GET', '/sys/position/list')).json().result.records
    const codes = [second.code, first.code, 'none', ''].join(',')
    const named = (await send('GET', `/sys/position/queryByCodes?positionCodes=${codes}`)).json().result
    expect(named.map(({ name }: { name: string }) => name).sort()).toEqual([first.name, second.name].sort())
  })

  it.each([
    'getDictItems/none',
    'loadDict/none?keyword=a',
    'loadDictItem/none?key=a',
    'loadDictOrderByValue/none',
  ])('gets an empty list from %s, a dictionary that does not exist', async (path) => {
    expect((await send('GET', `/sys/dict/${path}`)).json()).toMatchObject({ success: true, result: [] })
  })

  it.each([
    ['sys_user', 'username'],
    ['sys_user', 'phone'],
    ['sys_user', 'email'],
    ['sys_user', 'workNo'],
    ['sys_user', 'work_no'],
    ['sys_role', 'role_code'],
    ['sys_role', 'roleCode'],
    ['sys_position', 'code'],
    ['sys_dict', 'dict_code'],
    ['sys_check_rule', 'rule_code'],
    ['sys_fill_rule', 'rule_code'],
    ['sys_data_source', 'code'],
    ['sys_sms_template', 'template_code'],
    ['SYS_DEPART_ROLE', 'role_code'],
  ])('checks %s by its column %s', async (tableName, fieldName) => {
    const query = new URLSearchParams({
      tableName,
      fieldName,
      fieldVal: 'nobody-has-it',
      dataId: adminId,
    })
    expect((await send('GET', `/sys/duplicate/check?${query}`)).json()).toMatchObject({ success: true })
  })

  it('learns that a value is taken, except by the record itself', async () => {
    const check = async (dataId: string) => {
      const query = new URLSearchParams({
        tableName: 'sys_user',
        fieldName: 'username',
        fieldVal: 'admin',
        dataId,
      })
      return (await send('GET', `/sys/duplicate/check?${query}`)).json().success
    }
    expect([await check(''), await check(adminId)]).toEqual([false, true])
  })

  it('signs out by GET /sys/logout with its token in the header, and not from the page of another site', async () => {
    const own = await services.sessions.open(adminId, { ip: '127.0.0.1', agent: 'test' })
    const get = (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url: `/jeecg-boot${url}`, headers })
    const header = { 'x-access-token': own }
    expect((await get('/sys/logout', { ...header, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await get(`/sys/logout?token=${own}`)).json()).toMatchObject({ message: '退出登录失败！' })
    expect((await get('/sys/user/getUserInfo', header)).statusCode).toBe(200)
    expect((await get('/sys/logout', header)).json()).toMatchObject({
      success: true,
      message: '退出登录成功！',
    })
    expect((await get('/sys/user/getUserInfo', header)).statusCode).toBe(401)
  })

  it('sorts and filters by columns that it joins with the names of their tables', async () => {
    const dates = async (query: Record<string, string>) => {
      const url = `/online/cgform/api/getData/lib_donation?${new URLSearchParams({ pageSize: '200', ...query })}`
      const { records, total } = (await send('GET', url)).json().result
      return { total, dates: records.map(({ fdate }: { fdate: string }) => fdate) as string[] }
    }
    const rising = await dates({ column: 'lib_donation@fdate', order: 'asc' })
    expect(rising.dates).toEqual([...rising.dates].sort())
    const middle = rising.dates[Math.floor(rising.dates.length / 2)] ?? ''
    const later = await dates({ 'lib_donation@fdate_begin': middle })
    expect(later.total).toBe(rising.dates.filter((date) => date >= middle).length)
    const items = JSON.stringify([{ field: 'lib_donation@fdate', rule: 'ge', val: middle }])
    expect((await dates({ superQueryParams: items })).total).toBe(later.total)
    const rows = await dates({ 'lib_donation_item@id': 'none' })
    expect([rising.total > 0, rows.total]).toEqual([true, 0])
  })

  it('opens the code that a popup of a form names', async () => {
    const screens = services.documents
      .entries()
      .flatMap(({ id, document }) =>
        document.kind === 'screen' && document.fields.some(({ type }) => type === 'popup') ? [id] : [],
      )
    expect(screens.length).toBeGreaterThan(0)
    for (const id of screens) {
      const { schema } = (await send('GET', `/online/cgform/api/getFormItem/${id.replace('/', '.')}`)).json()
        .result
      const popups = Object.values<{ view: string; code?: string }>(schema.properties).filter(
        ({ view }) => view === 'popup',
      )
      for (const { code } of popups)
        expect(
          (await send('GET', `/online/cgreport/api/getRpColumns/${code}`)).json().result.columns[0],
        ).toMatchObject({
          title: expect.any(String),
          dataIndex: expect.any(String),
        })
    }
  })
})
