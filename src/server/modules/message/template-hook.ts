import { pointer } from '#runtime/kernel/problem.ts'
import { listPlaceholders } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import { auditKeys } from '#runtime/schema/types.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'

const words = ['templateName', 'templateContent', 'richContent'] as const

/** The screens for which a template is meant, and those whose `then` names it. */
function* listUsers(
  { documents }: Pick<RecordServices, 'documents'>,
  { templateCode, screens }: Readonly<Record<string, unknown>>,
) {
  const meant = new Set(String(screens ?? '').split(','))
  for (const { document } of documents.entries()) {
    const screen = documents.screen(document.id)?.document
    const isNamed = screen?.then?.some(({ notify }) => notify?.template === templateCode)
    if (screen && (isNamed || meant.has(screen.id))) yield screen
  }
}

/** Refuses the variables of a template that a screen of it does not have. */
export const templateHook = (read: () => Pick<RecordServices, 'documents'>): RecordHook => ({
  name: 'message.template',
  table: 'sys_sms_template',
  description:
    '消息模板：变量要是所选界面、以及「之后」用到它的界面的字段。读 templateCode、screens、templateName、templateContent、richContent',
  async beforeSave({ after }) {
    for (const { title, fields } of listUsers(read(), after)) {
      const keys = new Set<string>([
        ...auditKeys,
        ...fields.filter(({ type }) => type !== 'table').map(({ key }) => key),
      ])
      for (const word of words) {
        const unknown = listPlaceholders(String(after[word] ?? '')).filter((key) => !keys.has(key))
        if (unknown.length === 0) continue
        const text = `「${title}」没有字段 ${unknown.join('、')}，发出去是空的：请改成它的字段，或改「用于界面」`
        throw badValues([{ path: pointer(word), code: 'template', text }])
      }
    }
  },
})
