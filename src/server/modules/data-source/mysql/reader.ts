import type mysql from 'mysql2'
import { appError } from '#runtime/kernel/errors.ts'
import type { FetchedRows } from '../../../documents/report-sql/report.ts'
import type { DescribedStatement, ForeignDatabase } from '../../../reports/databases.ts'
import { MAX_ROWS } from '../../../reports/read.ts'
import type { Credentials } from '../credentials.ts'
import { underMySql } from './connection.ts'
import { formatText, typeName } from './values.ts'

/** Characters of an answer: it is held in memory while this database filters and totals it. */
const MAX_ANSWER = 32 * 1024 * 1024

async function readRows(
  connection: mysql.Connection,
  { sql, values }: { sql: string; values: (string | null)[] },
): Promise<FetchedRows> {
  const rows: (string | null)[][] = []
  let fields: mysql.FieldPacket[] = []
  let size = 0
  const stream = connection.execute({ sql, values }).stream()
  stream.on('fields', (sent: mysql.FieldPacket[]) => {
    fields = sent
  })
  for await (const sent of stream) {
    const row = fields.map((field, at) => formatText((sent as unknown[])[at], field))
    for (const text of row) size += text?.length ?? 0
    rows.push(row)
    if (rows.length > MAX_ROWS) throw appError('REPORT_TOO_LONG', { values: { most: MAX_ROWS } })
    if (size > MAX_ANSWER) throw appError('REPORT_TOO_LARGE')
  }
  return { names: fields.map(({ name }) => name.toLowerCase()), rows }
}

interface Prepared {
  columns: mysql.FieldPacket[]
}

/** The columns of a statement, which the other side prepares and does not run. */
const readColumns = (connection: mysql.Connection, text: string): Promise<DescribedStatement> =>
  new Promise((resolve, reject) => {
    connection.prepare(text, (error, statement) => {
      if (error) return reject(error)
      const { columns } = statement as unknown as Prepared
      resolve(new Map(columns.map((column) => [column.name.toLowerCase(), typeName(column)])))
    })
  })

/** Reads a MySQL or MariaDB database; every call has a connection of its own. */
export const mySqlReader = (credentials: Credentials): ForeignDatabase => ({
  read: (statement, timeout) =>
    underMySql(credentials, { timeout, rows: MAX_ROWS + 1 }, (connection) => readRows(connection, statement)),
  describe: (texts, timeout) =>
    underMySql(credentials, { timeout, rows: 1 }, async (connection) => {
      const described: DescribedStatement[] = []
      for (const text of texts) described.push(await readColumns(connection, text))
      return described
    }),
})
