import type { Plugin } from 'vite'

/**
 * Accessible names that libraries write in English and that no locale or property replaces: the end of a module's
 * path, the text in it, and the text instead.
 */
const names: readonly [module: string, english: string, chinese: string][] = [
  ['antd/es/table/hooks/useSelection.js', "'Custom selection' : 'Select all'", "'选择' : '全选'"],
  ['antd/es/date-picker/generatePicker/generateRangePicker.js', '"aria-label": "to"', '"aria-hidden": true'],
  ['antd/es/pagination/Pagination.js', '(LeftOutlined, null)', '(LeftOutlined, { "aria-label": "上一页" })'],
  [
    'antd/es/pagination/Pagination.js',
    '(RightOutlined, null)',
    '(RightOutlined, { "aria-label": "下一页" })',
  ],
  ['rc-dialog/es/Dialog/Content/Panel.js', '"aria-label": "Close"', '"aria-label": "关闭"'],
  ['rc-notification/es/Notice.js', '"aria-label": "Close"', '"aria-label": "关闭"'],
  ['rc-input-number/es/StepHandler.js', '"Increase Value"', '"增加"'],
  ['rc-input-number/es/StepHandler.js', '"Decrease Value"', '"减少"'],
  ['rc-segmented/es/index.js', '"segmented control"', '"选项"'],
  ['rc-tabs/es/TabNavList/OperationNode.js', "'expanded dropdown'", "'更多标签'"],
  ['rc-tree/es/NodeList.js', '"for screen reader"', '"用方向键选择"'],
  ['rc-tree/es/TreeNode.js', '"Select ".concat(', '"选择 ".concat('],
  ['rc-tree/es/TreeNode.js', "'tree node'", "'节点'"],
]

/** The icons that are the only content of a button or switch of antd; all others repeat the text beside them. */
const icons = {
  close: '关闭',
  'close-circle': '清除',
  ellipsis: '更多',
  eye: '隐藏密码',
  'eye-invisible': '显示密码',
  filter: '筛选',
  search: '搜索',
  star: '星',
}
const iconModule = '@ant-design/icons/es/components/AntdIcon.js'
const iconName = '"aria-label": icon.name'
const namedIcon = `"aria-label": iconNames[icon.name], "aria-hidden": !(restProps["aria-label"] ?? iconNames[icon.name])`

/** Replaces the names in the libraries; a text that a newer version no longer contains fails the build. */
export const chineseNames: Plugin = {
  name: 'chinese-names',
  apply: 'build',
  transform(code, id) {
    const module = id.split('?')[0] ?? ''
    if (!module.includes('/node_modules/')) return null
    const replace = (text: string, english: string, chinese: string): string =>
      text.includes(english) ? text.replaceAll(english, chinese) : this.error(`no ${english} in ${module}`)
    if (module.endsWith(iconModule))
      return `const iconNames = ${JSON.stringify(icons)}\n${replace(code, iconName, namedIcon)}`
    const ours = names.filter(([end]) => module.endsWith(end))
    if (ours.length === 0) return null
    return ours.reduce((text, [, english, chinese]) => replace(text, english, chinese), code)
  },
}
