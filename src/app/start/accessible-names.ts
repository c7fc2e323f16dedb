/**
 * Accessible names that antd writes in English and that no locale, property or configuration of it replaces. They are
 * translated in the document as its components draw them; a name that a newer version of antd writes otherwise stays
 * as it is there.
 */
const names: Readonly<Record<string, string>> = {
  'Select all': '全选',
  'Custom selection': '选择',
  Close: '关闭',
  'Increase Value': '增加',
  'Decrease Value': '减少',
  'expanded dropdown': '更多标签',
  'for screen reader': '用方向键选择',
  'Select tree node': '选择节点',
}

/** The icons that are the only content of a button or switch of antd; all others repeat the text beside them. */
const icons: Readonly<Record<string, string>> = {
  close: '关闭',
  'close-circle': '清除',
  ellipsis: '更多',
  eye: '隐藏密码',
  'eye-invisible': '显示密码',
  filter: '筛选',
  search: '搜索',
  star: '星',
}
const pagerIcons: Readonly<Record<string, string>> = { left: '上一页', right: '下一页' }

const hide = (element: Element): void => element.setAttribute('aria-hidden', 'true')

function translateIcon(icon: Element, english: string): void {
  const name = (icon.closest('.ant-pagination') ? pagerIcons : icons)[english]
  if (name) icon.setAttribute('aria-label', name)
  else hide(icon)
}

function translate(element: Element): void {
  const english = element.getAttribute('aria-label') ?? ''
  // An icon that its component names itself has another name than its class.
  if (element.classList.contains(`anticon-${english}`)) translateIcon(element, english)
  else if (element.classList.contains('ant-picker-separator')) hide(element)
  else {
    const name =
      names[english] ??
      (element.getAttribute('role') === 'checkbox' ? english.replace(/^Select /, '选择 ') : english)
    if (name !== english) element.setAttribute('aria-label', name)
  }
}

function translateWithin(element: Element): void {
  if (element.hasAttribute('aria-label')) translate(element)
  for (const named of element.querySelectorAll('[aria-label]')) translate(named)
}

/** Translates what the element holds now and what is added later; returns the function that ends it. */
export function translateAccessibleNames(root: Element): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') translate(target as Element)
      for (const added of addedNodes) if (added instanceof Element) translateWithin(added)
    }
  })
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['aria-label'] })
  translateWithin(root)
  return () => observer.disconnect()
}
