import { words } from './property.ts'

/** Every colour of a document: by its meaning, or by its name. */
export const colors = words({
  success: '成功（绿）',
  warning: '提醒（橙）',
  error: '错误（红）',
  info: '进行中（蓝）',
  muted: '次要（灰）',
  green: '绿',
  orange: '橙',
  red: '红',
  blue: '蓝',
  grey: '灰',
  default: '缺省（灰）',
})
