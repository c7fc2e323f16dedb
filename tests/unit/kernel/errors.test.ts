import { describe, expect, it } from 'vitest'
import { AppError, appError, type ErrorCode, errorCodes, errorText } from '#runtime/kernel/errors.ts'
import { pointer } from '#runtime/kernel/problem.ts'

/** Situation, code, text: the error catalogues of the shell and of the blocks, word for word. */
const catalogue: readonly (readonly [situation: string, code: ErrorCode, text: string])[] = [
  ['HTTP 403', 'FORBIDDEN', '拒绝访问'],
  ['HTTP 404', 'NOT_FOUND', '很抱歉，资源未找到!'],
  ['HTTP 504', 'TIMEOUT', '网络超时'],
  ['HTTP 401', 'SIGN_IN_AGAIN', '未授权，请重新登录'],
  ['HTTP 401 from the server', 'UNAUTHORIZED', 'Token失效，请重新登录'],
  ['expired session', 'SESSION_EXPIRED', '很抱歉，登录已过期，请重新登录'],
  ['list load code 510', 'NO_DATA_PERMISSION', '没有权限，请联系管理员授权'],
  ['empty search results', 'NO_RESULTS', '没有查询到任何数据'],
  ['empty search box', 'SEARCH_HINT', '请输入搜索内容'],
  ['sub-table fails', 'SUBTABLE_FAILED', '打开子表失败'],
  ['no current-user departments', 'NO_DEPARTMENT', '您尚未设置部门信息!'],
  ['modal without username', 'NO_LOGIN_USER', '当前系统无登录用户!'],
  ['cache cleared', 'CACHE_CLEARED', '刷新缓存完成！'],
  ['cache not cleared', 'CACHE_NOT_CLEARED', '刷新缓存失败！'],
  ['theme compile failure', 'THEME_FAILED', 'Failed to update theme'],
  ['no row selected for batch action', 'NO_SELECTION', '请选择一条记录！'],
  ['add too fast', 'TOO_FAST', '你点击的太快了，请慢点点击!'],
  ['dictionary code empty', 'DICT_CODE_EMPTY', '字典Code不能为空!'],
  ['upload error in a cell', 'UNKNOWN_ERROR', '未知错误'],
  ['upload error dialog', 'UPLOAD_ERROR', '上传出错'],
  ['non-image file', 'NOT_AN_IMAGE', '请上传图片'],
  ['image left at first', 'IMAGE_FIRST', '未知的操作'],
  ['image right at last', 'IMAGE_LAST', '已到最后~'],
  ['import upload error', 'IMPORT_UPLOAD_FAILED', '文件上传失败'],
  ['query with empty conditions', 'EMPTY_QUERY', '不能查询空条件'],
  ['save empty query', 'EMPTY_QUERY_SAVE', '空条件不能保存'],
  ['empty save name', 'QUERY_NAME_EMPTY', '保存名称不能为空'],
  ['delete saved query', 'CONFIRM_QUERY_DELETE', '是否删除当前查询？'],
  ['save success', 'SAVED', '保存成功'],
  ['popup without parameters', 'POPUP_MISCONFIGURED', 'popup参数未正确配置!'],
  ['popup of unequal fields', 'POPUP_UNEQUAL', 'popup参数未正确配置,原始值和目标值数量不一致!'],
  ['category select condition', 'TREE_CONDITION', '组件JTreeSelect-condition传值有误，需要一个json字符串!'],
  ['tree table response', 'UNKNOWN_SHAPE', '返回数据类型不识别'],
  ['record picker', 'PICK_ONE', '请选择一条记录'],
  ['batch approval on non-pending rows', 'NOT_PENDING', '选中数据有已审核数据，单据无法提交！'],
  ['export failure', 'DOWNLOAD_FAILED', '文件下载失败'],
  ['unknown file', 'UNKNOWN_FILE', '未知的文件'],
  ['file popup without a file', 'NO_FILE', '未上传任何文件'],
  ['closing the home tab', 'HOME_TAB', '首页不能关闭!'],
  ['closing the last tab', 'LAST_TAB', '这是最后一页，不能再关闭了啦'],
  ['chunk load failure', 'CHUNK_LOAD_FAILED', 'ChunkLoadError'],
  ['css chunk failure', 'CSS_CHUNK_LOAD_FAILED', 'CSS_CHUNK_LOAD_FAILED'],
  ['unknown view module', 'MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'],
  ['stale edit', 'STALE', '数据已被他人修改，请刷新后重试'],
  ['database gone', 'UNAVAILABLE', '服务暂时不可用，请稍后重试'],
  ['unknown record', 'NO_ENTITY', '未找到对应实体'],
]

describe('the error catalogue', () => {
  it.each(catalogue)('%s: %s says %s', (_, code, text) => {
    expect(appError(code).text).toBe(text)
  })

  it.each([
    ['CONFIRM_DELETE', { count: 3 }, '确定要删除这 3 项吗?'],
    ['UPLOAD_FAILED', { name: '书影.png' }, '书影.png 上传失败.'],
    ['IMPORT_FAILED', { file: 'a.xlsx', message: '第 2 行有误' }, 'a.xlsx 第 2 行有误.'],
    ['QUERY_NAME_EXISTS', { name: '本月' }, '本月 已存在，是否覆盖？'],
    ['MISSING_URL', { name: 'deleteBatch' }, '请设置url.deleteBatch属性!'],
    ['BAD_PARAMETER', { key: 'column' }, '参数无效：column'],
  ] as const)('%s fills in its parts', (code, values, text) => {
    expect(errorText(code, values)).toBe(text)
  })

  it('has a text for every code, and no two rows of the server with one status and text', () => {
    for (const [code, row] of Object.entries(errorCodes)) expect(row.text, code).not.toBe('')
    const texts = Object.values(errorCodes).map((row) => row.text)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it.each([
    ['BAD_PARAMETER', 400, 400],
    ['UNAUTHORIZED', 401, 401],
    ['FORBIDDEN', 403, 403],
    ['NOT_FOUND', 404, 404],
    ['STALE', 409, 409],
    ['UNAVAILABLE', 503, 503],
    ['TIMEOUT', 504, 504],
    ['BUSINESS', 200, 500],
    ['NO_DATA_PERMISSION', 200, 510],
    ['IMPORT_DETAILS', 200, 201],
    ['NETWORK', 0, 0],
  ] as const)('%s travels as HTTP %i with envelope code %i', (code, status, envelope) => {
    const error = appError(code)
    expect([error.status, error.envelope]).toEqual([status, envelope])
  })
})

describe('an AppError', () => {
  it('is an Error with its own text, result and cause', () => {
    const cause = new Error('socket')
    const error = appError('STALE', { text: '已被张三修改', result: { current: { id: '1' } }, cause })
    expect(error).toBeInstanceOf(AppError)
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toBe('已被张三修改')
    expect(error.result).toEqual({ current: { id: '1' } })
    expect(error.cause).toBe(cause)
  })

  it('fills its text from values, and leaves parts alone that nobody gives', () => {
    expect(appError('BAD_PARAMETER', { values: { key: 'order' } }).text).toBe('参数无效：order')
    expect(appError('BAD_PARAMETER', { values: {} }).text).toBe('参数无效：{key}')
    expect(errorText('BAD_PARAMETER', { key: '{constructor}' })).toBe('参数无效：{constructor}')
  })
})

describe('a JSON pointer', () => {
  it('escapes what RFC 6901 escapes', () => {
    expect(pointer('items', 0, 'fnum')).toBe('/items/0/fnum')
    expect(pointer('a/b', '~c')).toBe('/a~1b/~0c')
    expect(pointer()).toBe('')
  })
})
