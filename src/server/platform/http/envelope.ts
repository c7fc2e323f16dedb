/** The body of every answer. Only `code` 200 means success. */
export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T
  timestamp: number
}

export const ok = <T>(result: T, message = '操作成功'): Envelope<T> => ({
  success: true,
  message,
  code: 200,
  result,
  timestamp: Date.now(),
})

export const failure = (code: number, message: string, result: unknown = null): Envelope => ({
  success: false,
  message,
  code,
  result,
  timestamp: Date.now(),
})

export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  orders: never[]
  optimizeCountSql: true
  searchCount: true
  hitCount: false
}

/** A page of results (docs/http.md, "Pages"), with unused but expected keys. */
export const page = <T>(records: T[], total: number, current: number, size: number): Page<T> => ({
  records,
  total,
  size,
  current,
  pages: size > 0 ? Math.ceil(total / size) : 0,
  orders: [],
  optimizeCountSql: true,
  searchCount: true,
  hitCount: false,
})
