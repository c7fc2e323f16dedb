interface KeyHint {
  keys: string
  text: string
  /** Hidden when the table is read-only. */
  isChange?: true
}

/** The keyboard shortcuts that the help of the table lists. */
export const treeHints: readonly KeyHint[] = [
  { keys: 'Alt + → ←', text: '展开、收起本行的下级；已收起时到上级' },
  { keys: 'Alt + Shift + → ←', text: '全部展开、全部收起' },
]

export const keyHints: readonly KeyHint[] = [
  { keys: '方向键', text: '移动到相邻单元格' },
  { keys: 'Home / End', text: '到本行首格、末格' },
  { keys: 'Page Up / Page Down', text: '上翻、下翻一页' },
  { keys: 'Ctrl + 方向键', text: '到连续数据的边缘' },
  { keys: 'Ctrl + Home / End', text: '到表格首格、末格' },
  { keys: 'Shift + 移动键', text: '扩大或缩小选区' },
  { keys: 'Ctrl + A', text: '选中全部单元格' },
  { keys: 'Ctrl + 空格', text: '选中整列' },
  { keys: 'Enter / Tab（选中多格）', text: '在选区内逐格向下、向右；加 Shift 反向' },
  { keys: 'Ctrl + C', text: '复制选区' },
  { keys: 'Ctrl + F', text: '查找' },
  { keys: 'Ctrl + Alt + ← →', text: '调整列宽' },
  { keys: 'Ctrl + Alt + 0', text: '恢复列宽' },
  { keys: 'Enter / F2', text: '编辑单元格，F2 接在原文之后；末行按 Enter 新增一行', isChange: true },
  { keys: 'Tab / Shift + Tab', text: '到后一个、前一个可编辑单元格', isChange: true },
  { keys: 'Esc', text: '放弃输入；取消选区、拖动', isChange: true },
  { keys: 'Ctrl + Enter', text: '结束长文本编辑；选中多格时，把输入填满选区', isChange: true },
  { keys: 'Delete / Backspace', text: '清空选区；清空本格并输入', isChange: true },
  { keys: 'Ctrl + ;', text: '填入今天的日期', isChange: true },
  {
    keys: '输入文字（选择类单元格）',
    text: '按名称、编号、拼音首字母匹配；↓ ↑ 选择，回车取用并到下一格',
    isChange: true,
  },
  { keys: 'F4 / Alt + ↓（编辑中）', text: '打开下拉列表或选择窗口', isChange: true },
  { keys: 'Ctrl + X', text: '剪切选区', isChange: true },
  { keys: 'Ctrl + V', text: '粘贴到选区', isChange: true },
  { keys: 'Ctrl + D', text: '用首行向下填充（双击填充柄：填到相邻列的末行）', isChange: true },
  { keys: 'Ctrl + R', text: '用首列向右填充', isChange: true },
  { keys: 'Ctrl + H', text: '替换', isChange: true },
  { keys: 'Ctrl + Z / Ctrl + Y', text: '撤销、重做', isChange: true },
  { keys: 'Shift + 空格', text: '勾选或取消勾选选区的行', isChange: true },
  { keys: 'Alt + ↑ ↓', text: '上移、下移本行', isChange: true },
  { keys: 'Ctrl + Alt + ↑ ↓', text: '按本列升序、降序排列', isChange: true },
  { keys: 'Shift + F10', text: '打开行菜单', isChange: true },
]
