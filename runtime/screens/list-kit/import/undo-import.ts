import type { Answer, Http } from '#runtime/data/http.ts'
import type { NoticeAction, Notify } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import type { ImportAnswer } from './import-answer.ts'

/** An import of the user; a finished one can be undone while its records are unchanged. */
export interface RecentImport {
  id: string
  fileName: string
  /** `YYYY-MM-DD HH:MM:SS`. */
  createTime: string
  inserted: number
  updated: number
  unchanged: number
  skipped: number
  state: 'running' | 'done' | 'failed' | 'interrupted'
  /** Of a running import: the rows of its files, and the records that are checked and written. */
  rows: number
  checked: number
  written: number
  /** The answer to a failed import. */
  answer: (ImportAnswer & { message?: string }) | null
  /** The time of its undo. */
  undoTime: string | null
}

/** Reads the user's newest imports into the list. */
export const readRecent = (http: Http, screen: string): Promise<RecentImport[]> =>
  http.get<RecentImport[]>(`/resource/${screen}/import/recent`)

const grouped = (count: number): string => count.toLocaleString('zh-CN')

/** The numbers of an import in words. */
export const countsText = ({
  inserted,
  updated,
  unchanged,
  skipped,
}: Pick<RecentImport, 'inserted' | 'updated' | 'unchanged' | 'skipped'>) =>
  [
    [inserted, '新增'],
    [updated, '修改'],
    [unchanged, '没有变化'],
    [skipped, '跳过'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${word} ${grouped(Number(count))} 条`)
    .join('，')

function formatQuestion({ inserted, updated }: Pick<RecentImport, 'inserted' | 'updated'>): string {
  const parts = [
    inserted > 0 ? `删除这次新增的 ${grouped(inserted)} 条记录` : '',
    updated > 0 ? `把修改的 ${grouped(updated)} 条恢复到导入前` : '',
  ].filter((part) => part !== '')
  return `将${parts.join('，') || '撤销这次导入'}。导入后改动过的记录不会被覆盖：有改动时不能撤销。`
}

interface Undo {
  http: Http
  notify: Notify
  /** The id of the screen. */
  screen: string
  /** Called when the import is undone. */
  onUndone(): void
}

/** The action that undoes an import; a refusal is shown as a notice. */
export const undoAction = (
  { http, notify, screen, onUndone }: Undo,
  { id, ...counts }: Pick<RecentImport, 'id' | 'inserted' | 'updated'>,
): NoticeAction => ({
  title: '撤销导入',
  question: formatQuestion(counts),
  async run() {
    try {
      const { message }: Answer<unknown> = await http.send('POST', `/resource/${screen}/import/undo`, { id })
      notify('success', message)
      onUndone()
    } catch (error) {
      const text = textToShow(error)
      if (text) notify('warning', text)
    }
  },
})
