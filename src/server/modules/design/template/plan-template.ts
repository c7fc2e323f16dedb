import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { planDocuments, type ReadyPackage } from '../package/plan-package.ts'
import type { DesignServices } from '../services.ts'
import { filterTables, listTables } from '../tables/existing-tables.ts'
import { documentGone } from '../tables/sources.ts'
import { buildDocuments, readTemplates, type Template, type TemplateChoice } from './templates.ts'

const refuse = defineRefusals({
  DESIGN_TEMPLATE_TAKEN:
    '前缀「{group}」已经用过：{titles}。要再装一份请换一个前缀；要改已有的，请在列表里打开它们',
  DESIGN_TEMPLATE_TABLES: '库里还有以前删除文档时留下的表：{tables}。请换一个前缀',
})

/** The template with a name. */
export function findTemplate({ config }: Pick<DesignServices, 'config'>, name: string): Template {
  const template = readTemplates(config).find((entry) => entry.name === name)
  if (!template) throw documentGone()
  return template
}

/** Checks a template under the chosen names; refuses names that documents or tables have. Stores nothing. */
export async function planTemplate(
  services: DesignServices,
  user: SessionUser,
  template: Template,
  choice: TemplateChoice,
): Promise<ReadyPackage> {
  const documents = buildDocuments(template, choice)
  const ready = await planDocuments(services, user, { documents, parts: {} }, { choices: [] })
  const taken = ready.plan.documents.filter(({ state }) => state !== 'new')
  if (taken.length > 0) {
    const titles = taken.map(({ id }) => `${String(ready.sources.get(id)?.current.title ?? id)}（${id}）`)
    throw refuse('DESIGN_TEMPLATE_TAKEN', { values: { group: choice.group, titles: titles.join('、') } })
  }
  const tables = await filterTables(services.db.app, documents.flatMap(listTables), true)
  if (tables.length > 0) throw refuse('DESIGN_TEMPLATE_TABLES', { values: { tables: tables.join('、') } })
  return ready
}
