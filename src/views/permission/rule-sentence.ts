/** A data rule as far as it has been filled in. */
export interface RuleParts {
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
}

const conditions: Readonly<Record<string, string>> = {
  '=': '等于',
  '!=': '不等于',
  '>': '大于',
  '>=': '大于或等于',
  '<': '小于',
  '<=': '小于或等于',
  IN: '是以下之一：',
  LIKE: '含有',
  LEFT_LIKE: '结尾是',
  RIGHT_LIKE: '开头是',
}

const variables: Readonly<Record<string, string>> = {
  sys_user_code: '当前用户的账号',
  sys_user_name: '当前用户的姓名',
  sys_org_code: '当前部门的编码',
  sys_multi_org_code: '所属各部门的编码',
  sys_date: '今天',
  sys_time: '现在',
  tenant_id: '租户编号',
  bpm_status: '流程状态 1',
}

/** A fixed value in quotes, a variable in words. */
const valueText = (value: string): string => {
  const name = /^#\{\s*(\w+)\s*\}$/.exec(value)?.[1]
  return (name && variables[name]) || `「${value}」`
}

/** What a rule lets its roles see, in a sentence; '' while a part is missing. */
export function ruleSentence(
  { ruleColumn, ruleConditions, ruleValue }: RuleParts,
  getTitle: (column: string) => string,
): string {
  if (ruleColumn === '' || ruleConditions === '' || ruleValue === '') return ''
  const parts = ruleConditions === 'IN' ? ruleValue.split(',').map((part) => part.trim()) : [ruleValue]
  const values = parts.filter((part) => part !== '').map(valueText)
  return `只看得到「${getTitle(ruleColumn)}」${conditions[ruleConditions] ?? ruleConditions}${values.join('、')}的记录`
}
