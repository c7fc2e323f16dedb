import type { JsonObject } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { toPerm, toTableName } from '#runtime/schema/compose/copy-document.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { suggestMoves } from '../approval/suggest-moves.ts'

const readLetters = (title: string): string =>
  initials(title)
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 30)

/** A free id from the first letters of the title: 展柜 is `base/zg`. */
export function suggestId(title: string, taken: ReadonlySet<string>, group = 'base'): string {
  const letters = readLetters(title)
  return letters === '' ? '' : freeId(`${group}/${letters}`, taken)
}

/** A free code of a report from the first letters of its title: 借阅天数 is `rp_jyts`. */
export function suggestReportCode(title: string, isTaken: (code: string) => boolean): string {
  const letters = readLetters(title)
  if (letters === '') return ''
  for (let number = 1; ; number++) {
    const code = `rp_${letters}${number === 1 ? '' : number}`
    if (!isTaken(code)) return code
  }
}

/** The wanted id, or with the next number that no document has. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = `${wanted}${number === 1 ? '' : number}`
    if (!taken.has(id)) return id
  }
}

/** The field of a screen that begins without a pasted header. */
export const firstField: JsonObject = {
  key: 'fname',
  title: '名称',
  type: 'input',
  query: 'like',
  validateRules: [{ required: true }],
}

/** A screen with a list, a form and a table of its own. */
export const newScreen = (id: string, title: string, fields: readonly JsonObject[]): JsonObject => ({
  version: currentVersion,
  kind: 'screen',
  id,
  title,
  perm: toPerm(id),
  menu: { parent: 'base', icon: 'form' },
  table: { name: toTableName(id) },
  fields,
  actions: { toolbar: ['add', 'import', 'export', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
})

export const newReport = (id: string, code: string, title: string): JsonObject => ({
  version: currentVersion,
  kind: 'report',
  id,
  title,
  code,
  perm: toPerm(id),
  menu: { parent: 'report', icon: 'table' },
  source: { sql: '', tables: [] },
  fields: [],
})

/** A panel with the blocks that the designer starts with. */
export const newPanel = (id: string, title: string, blocks: readonly JsonObject[] = []): JsonObject => ({
  version: currentVersion,
  kind: 'panel',
  id,
  title,
  needs: toPerm(id),
  menu: { parent: 'report', icon: 'dashboard' },
  blocks,
})

/** A workflow of a screen with one step, by the moves that the screen has. */
export function newWorkflow(
  id: string,
  title: string,
  { id: screen, title: noun, fields, flow }: ScreenDocument,
): JsonObject {
  const named = fields.find(({ key, type, fields }) => key !== flow?.field && type !== 'hidden' && !fields)
  return {
    version: currentVersion,
    kind: 'workflow',
    id,
    title,
    screen,
    caseTitle: `${noun} \${${named?.key ?? 'id'}}`,
    start: 'submit',
    pass: 'audit',
    back: 'back',
    ...suggestMoves(flow),
    steps: [{ key: 'head', title: '部门负责人审批', type: 'approve', to: { heads: 1 } }],
  }
}
