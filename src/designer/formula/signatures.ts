/** What a function of expressions takes and gives, as the completion shows it; `?` marks an argument that may be absent. */
export interface Signature {
  args: string
  result: '数字' | '文字' | '是否' | '日期' | '时间' | '同参数'
}

export const signatures: Readonly<Record<string, Signature>> = {
  round: { args: '数字, 小数位?', result: '数字' },
  abs: { args: '数字', result: '数字' },
  min: { args: '值, 值…', result: '同参数' },
  max: { args: '值, 值…', result: '同参数' },
  sum: { args: '明细.字段 或 数字…', result: '数字' },
  avg: { args: '明细.字段 或 数字…', result: '数字' },
  count: { args: '明细.字段 或 值…', result: '数字' },
  len: { args: '文字 或 列表', result: '数字' },
  concat: { args: '文字, 文字…', result: '文字' },
  join: { args: '列表, 分隔?', result: '文字' },
  initials: { args: '文字', result: '文字' },
  contains: { args: '整体, 部分', result: '是否' },
  today: { args: '', result: '日期' },
  now: { args: '', result: '时间' },
  days: { args: '天数 或 起, 止', result: '数字' },
  trim: { args: '文字', result: '文字' },
  upper: { args: '文字', result: '文字' },
  lower: { args: '文字', result: '文字' },
  substr: { args: '文字, 第几个起, 几个?', result: '文字' },
  replace: { args: '文字, 找什么, 换成什么', result: '文字' },
  year: { args: '日期', result: '数字' },
  month: { args: '日期', result: '数字' },
  capitals: { args: '数字', result: '文字' },
}
