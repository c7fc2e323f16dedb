/** Why a connection to MySQL or MariaDB failed, by the name of its error. */
export const connectionReasons: Readonly<Record<string, string>> = {
  ER_ACCESS_DENIED_ERROR: '用户名或密码不对',
  ER_DBACCESS_DENIED_ERROR: '用户没有这个数据库的权限',
  ER_HOST_NOT_PRIVILEGED: '对方不接受这个用户从这里登录',
  ER_BAD_DB_ERROR: '没有这个数据库',
  ER_CON_COUNT_ERROR: '对方的连接已经用完',
  ER_NOT_SUPPORTED_AUTH_MODE:
    '对方用的登录方式不支持，请给这个用户改用 mysql_native_password 或 caching_sha2_password',
  PROTOCOL_CONNECTION_LOST: '连接断了，或对方没有应答',
  PROTOCOL_ERROR: '对方不是 MySQL 或 MariaDB',
}

const statementReasons: Readonly<Record<string, string>> = {
  ER_NO_SUCH_TABLE: '没有这张表',
  ER_BAD_FIELD_ERROR: '没有这一列',
  ER_NON_UNIQ_ERROR: '列名有几处，请用 AS 改名，或在前面写上表名',
  ER_DUP_FIELDNAME: '同名的列写了两次',
  ER_PARSE_ERROR: '写法不对，请写 MySQL 也认的 SQL',
  ER_SP_DOES_NOT_EXIST: '没有这个函数',
  ER_FUNC_INEXISTENT_NAME_COLLISION: '没有这个函数',
  ER_TABLEACCESS_DENIED_ERROR: '数据库的账户没有这张表的权限',
  ER_COLUMNACCESS_DENIED_ERROR: '数据库的账户没有这一列的权限',
  ER_WRONG_FIELD_WITH_GROUP: '没有合计的列要写进 group by',
  ER_SUBQUERY_NO_1_ROW: '括号里的查询有几行，请加合计或 limit 1',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: '这里只能读',
}

/** The statement ran longer than its limit: of MariaDB, of MySQL, or ended by an administrator. */
const timeouts: ReadonlySet<unknown> = new Set([1969, 3024, 1317])

interface MySqlError {
  code: string
  errno: number
  sqlMessage?: string
}

/** Whether the other side refused the statement; errors of the network have no state. */
const isMySqlError = (error: unknown): error is MySqlError =>
  error instanceof Error && typeof (error as { sqlState?: unknown }).sqlState === 'string'

export const isOutOfTime = (error: unknown): boolean => isMySqlError(error) && timeouts.has(error.errno)

/** Why MySQL refused a statement, with the name that it complains about; null for other errors. */
export function statementReason(error: unknown): string | null {
  if (!isMySqlError(error)) return null
  const { code, errno, sqlMessage = '' } = error
  const [, name] = /['"`]([^'"`]{1,80})['"`]/.exec(sqlMessage) ?? []
  return `${statementReasons[code] ?? '数据库不接受'}（代码 ${errno}）${name === undefined ? '' : `「${name}」`}`
}
