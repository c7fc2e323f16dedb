import type { JsonObject } from '#runtime/kernel/json.ts'

const titles: Readonly<Record<string, string>> = {
  screen: '界面',
  form: '表单',
  report: '报表',
  panel: '看板',
  picker: '选择窗口',
  dict: '字典',
}

/** The title of a document's own settings; undefined for a kind whose settings have no panel. */
export const documentPanelTitle = ({ kind }: JsonObject): string | undefined =>
  Object.hasOwn(titles, String(kind)) ? titles[String(kind)] : undefined
