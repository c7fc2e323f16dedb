/** How a field is stored where its type, length and scale do not say it. */
export const storeWords = {
  int: '整数',
  long: '长整数',
  text: '长文字',
  blob: '二进制',
  double: '双精度小数',
  boolean: '真假',
  timestamptz: '带时区的日期时间',
  native: '数据库里原来的类型，只读',
} as const
