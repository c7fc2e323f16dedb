import type { Problem } from './problem.ts'

/** An error row: its HTTP status, the `code` of the envelope, and its text (`{name}` is filled in). */
interface ErrorRow {
  status: number
  envelope: number
  text: string
}

const http = (status: number, text: string, envelope = status): ErrorRow => ({ status, envelope, text })
/** Refusals by business rules are sent as HTTP 200 with envelope code 500. */
const business = (text: string): ErrorRow => http(200, text, 500)
/** Shown by screens only; status 0 is never sent. */
const local = (text: string): ErrorRow => http(0, text)

/** The error catalogues of the product, one row a code. Spelling and punctuation of the texts are the catalogue's. */
export const errorCodes = {
  // Answers of the server.
  BAD_PARAMETER: http(400, '参数无效：{key}'),
  BAD_VALUES: http(400, '提交的数据有误，请检查后重试'),
  UNAUTHORIZED: http(401, 'Token失效，请重新登录'),
  FORBIDDEN: http(403, '拒绝访问'),
  NOT_FOUND: http(404, '很抱歉，资源未找到!'),
  STALE: http(409, '数据已被他人修改，请刷新后重试'),
  UNCONFIRMED: http(428, '有 {count} 处提醒，仍要保存？'),
  TOO_LARGE: http(413, '文件或请求过大'),
  RECORD_BUSY: http(423, '该记录正被他人保存，请稍后再试'),
  TOO_MANY: http(429, '操作过于频繁，请稍后重试'),
  REQUESTER_BUSY: http(429, '您有较多操作仍在处理，请等它们完成后再试'),
  EXPORT_RUNNING: http(429, '您已有一个导出正在进行，请等它完成'),
  CLIENT_GONE: http(499, '请求已取消'),
  INTERNAL: http(500, '操作失败，请联系管理员'),
  BUSY: http(503, '系统繁忙，请稍后再试'),
  UNAVAILABLE: http(503, '服务暂时不可用，请稍后重试'),
  TIMEOUT: http(504, '网络超时'),
  STORAGE_FULL: http(507, '磁盘空间不足，内容没有保存，请联系管理员清理磁盘后重试'),
  UPLOADS_AT_ONCE: http(429, '同时上传的文件太多，请等前面的文件传完后重试'),
  UPLOADS_BUSY: http(503, '正在上传的文件较多，请稍后重试'),
  REPORT_TIMEOUT: http(503, '报表查询超时，请缩小查询范围'),
  NO_DATA_PERMISSION: http(200, '没有权限，请联系管理员授权', 510),
  IMPORT_DETAILS: http(200, '文件导入失败:有 {count} 处错误，没有导入任何数据', 201),
  BUSINESS: business('操作失败'),
  PRINT_TOO_MANY: business('一次最多打印 {max} 条，请减少选中的行'),
  REPORT_TOO_LARGE: business('结果太大，请减少列或拼接的文字，或缩小查询范围'),
  REPORT_TOO_LONG: business('结果超过 {most} 行，请缩小查询范围'),
  UPLOAD_DAY_QUOTA: business('您今天上传的文件将超过 {max}MB，请明天再上传或联系管理员'),
  UPLOAD_TOTAL_QUOTA: business('系统保存的文件将超过 {max}MB，不能再上传，请联系管理员'),
  NO_ENTITY: business('未找到对应实体'),
  NOT_PENDING: business('选中数据有已审核数据，单据无法提交！'),

  // Session and shell.
  NETWORK: local('网络异常，请检查网络连接'),
  SIGN_IN_AGAIN: local('未授权，请重新登录'),
  SESSION_EXPIRED: local('很抱歉，登录已过期，请重新登录'),
  ACCOUNT_FROZEN: local('您的账号已被冻结，暂时不能使用，请联系系统管理员'),
  NO_PERMISSIONS: local('菜单权限加载失败，请重新登录'),
  NO_DEPARTMENT: local('您尚未设置部门信息!'),
  NO_LOGIN_USER: local('当前系统无登录用户!'),
  CACHE_CLEARED: local('刷新缓存完成！'),
  CACHE_NOT_CLEARED: local('刷新缓存失败！'),
  LOGOUT_FAILED: local('注销登录失败'),
  THEME_FAILED: local('Failed to update theme'),
  HOME_TAB: local('首页不能关闭!'),
  LAST_TAB: local('这是最后一页，不能再关闭了啦'),
  CHUNK_LOAD_FAILED: local('ChunkLoadError'),
  CSS_CHUNK_LOAD_FAILED: local('CSS_CHUNK_LOAD_FAILED'),
  MODULE_NOT_FOUND: local('MODULE_NOT_FOUND'),

  // Dictionaries, categories, trees, pickers.
  DICT_CODE_EMPTY: local('字典Code不能为空!'),
  DICT_SEARCH_FAILED: local('字典查询失败'),
  CATEGORY_LOAD_FAILED: local('分类加载失败'),
  NO_RESULTS: local('没有查询到任何数据'),
  SEARCH_HINT: local('请输入搜索内容'),
  TREE_CONDITION: local('组件JTreeSelect-condition传值有误，需要一个json字符串!'),
  UNKNOWN_SHAPE: local('返回数据类型不识别'),
  POPUP_MISCONFIGURED: local('popup参数未正确配置!'),
  POPUP_UNEQUAL: local('popup参数未正确配置,原始值和目标值数量不一致!'),
  PICK_ONE: local('请选择一条记录'),
  SEARCH_UNDER_WAY: local('正在查询，请稍候'),

  // Lists and detail tables.
  NO_SELECTION: local('请选择一条记录！'),
  CONFIRM_DELETE: local('确定要删除这 {count} 项吗?'),
  MISSING_URL: local('请设置url.{name}属性!'),
  SUBTABLE_FAILED: local('打开子表失败'),
  TOO_FAST: local('你点击的太快了，请慢点点击!'),
  BAD_ROWS: local('删除行的参数类型有误'),
  NOT_A_FORM: local('form 参数需要的是一个form对象'),
  CASES_NOT_ARRAY: local('cases 参数需要的是一个数组'),

  // Advanced query.
  EMPTY_QUERY: local('不能查询空条件'),
  EMPTY_QUERY_SAVE: local('空条件不能保存'),
  QUERY_NAME_EMPTY: local('保存名称不能为空'),
  QUERY_NAME_EXISTS: local('{name} 已存在，是否覆盖？'),
  CONFIRM_QUERY_DELETE: local('是否删除当前查询？'),
  SAVED: local('保存成功'),

  // Files.
  UPLOAD_FAILED: local('{name} 上传失败.'),
  UPLOAD_ERROR: local('上传出错'),
  UNKNOWN_ERROR: local('未知错误'),
  UPLOAD_UNDER_WAY: local('文件正在上传，请稍候'),
  UPLOAD_UNDONE: local('有文件上传失败，请重试或移除'),
  NOT_AN_IMAGE: local('请上传图片'),
  IMAGE_FIRST: local('未知的操作'),
  IMAGE_LAST: local('已到最后~'),
  IMPORT_FAILED: local('{file} {message}.'),
  IMPORT_UPLOAD_FAILED: local('文件上传失败'),
  DOWNLOAD_FAILED: local('文件下载失败'),
  UNKNOWN_FILE: local('未知的文件'),
  NO_FILE: local('未上传任何文件'),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorCodes

/** Values for the `{name}` parts of a text. */
export type TextValues = Readonly<Record<string, string | number>>

/** Fills the `{name}` parts of a text; a part without a value stays as it is. */
export const fillText = (text: string, values: TextValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (part, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : part,
  )

/** The text of a code; `{name}` parts are filled from `values`. */
export const errorText = (code: ErrorCode, values?: TextValues): string =>
  fillText(errorCodes[code].text, values)

export interface ErrorParts {
  /** Instead of the code's own text. */
  text?: string
  /** For the `{name}` parts of the code's text. */
  values?: TextValues
  /** Travels in the envelope's `result`. */
  result?: unknown
  /** The code of one refusal among those that share `code`, e.g. `SMS_CODE_WRONG`. */
  reason?: string
  cause?: unknown
}

/** A failure with a code of the table. `status` is HTTP's, `envelope` the envelope's `code`, `text` Chinese. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly result: unknown
  /** The code of one refusal among those that share `code`; null where `code` is all that is known. */
  reason: string | null
  /** The id of the request in the server's log, where the answer has it. */
  requestId?: string

  constructor(
    readonly code: ErrorCode,
    parts: ErrorParts = {},
  ) {
    super(
      parts.text ?? errorText(code, parts.values),
      parts.cause === undefined ? {} : { cause: parts.cause },
    )
    this.result = parts.result ?? null
    this.reason = parts.reason ?? null
  }

  get text(): string {
    return this.message
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  get envelope(): number {
    return errorCodes[this.code].envelope
  }
}

export const appError = (code: ErrorCode, parts?: ErrorParts): AppError => new AppError(code, parts)

/** The problems with paths in a refused save (HTTP 400, `result.problems`). */
export function listProblems(error: unknown): Problem[] {
  const result = error instanceof AppError ? error.result : undefined
  if (typeof result !== 'object' || result === null || !('problems' in result)) return []
  return Array.isArray(result.problems) ? (result.problems as Problem[]) : []
}
