import { AppError } from '#runtime/kernel/errors.ts'
import type { PackageContent } from '#runtime/schema/package/package-file.ts'
import type { PackageParts } from '#runtime/schema/package/package-parts.ts'
import { applyParts } from '../modules/design/package/apply-parts.ts'
import { exportParts } from '../modules/design/package/export-parts.ts'
import { type PackageChoices, planDocuments } from '../modules/design/package/plan-package.ts'
import type { PlannedParts } from '../modules/design/package/plan-parts.ts'
import type { Config } from '../platform/config.ts'
import { documentUser, systemAuthor } from '../records/then/author.ts'
import { withServices, withTrialServices } from './with-services.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

const asCommand = (config: Config): Config => ({ ...config, demo: false, bench: false })

/** What administrators have set for documents in the database of the settings. */
export const readDatabaseParts = (config: Config, ids: readonly string[]): Promise<PackageParts> =>
  withTrialServices(asCommand(config), (services) =>
    exportParts(services, documentUser(systemAuthor), ids, { roles: true, menu: true }),
  )

/**
 * Compares a package with the database of the settings, and shows what becomes of its roles and its menu. Unless it is a dry
 * run, which leaves nothing in the database, `write` writes the documents, which are registered before what was shown is
 * written. Exit code.
 */
export async function importWithDatabase(
  config: Config,
  content: PackageContent,
  choices: PackageChoices,
  write: (() => number) | null,
): Promise<number> {
  const withOpened = write ? withServices : withTrialServices
  return await withOpened(asCommand(config), async (services) => {
    const user = documentUser(systemAuthor)
    const { plan, parts } = await planDocuments(services, user, content, choices)
    const undecided = plan.documents.filter(({ action }) => action === null)
    for (const { id } of undecided) complain(`${id}：编号在数据库里已被别的文档使用`)
    for (const { text } of plan.missing) complain(text)
    for (const { file, path, code, text } of plan.problems) complain(`${file}#${path} ${code} ${text}`)
    for (const fault of plan.faults) complain(fault)
    if (!parts || undecided.length + plan.problems.length + plan.faults.length > 0) return 1
    for (const line of describeParts(parts.plan)) say(line)
    if (!write) return 0
    const count = write()
    await services.reloadDocuments()
    try {
      const line = { content: `命令 import 导入文档包：写了 ${count} 份文档`, ip: '' }
      const applied = await applyParts(services, user, parts, line)
      say(`拟授权 ${applied.proposals} 项，等人在角色管理里确认；菜单改了 ${applied.menu} 处`)
      return 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      complain(`文档已写，角色的拟授权和菜单没有写入：${error.text}；处理以后再导入一次`)
      return 1
    }
  })
}

/** What becomes of the roles and the menu, a line each. */
function describeParts({ roles, menu }: PlannedParts): string[] {
  const lines: string[] = []
  for (const { code, name, isMissing, sameName, grants } of roles) {
    const same = sameName.length > 0 ? `，有同名的角色，编码是 ${sameName.join('、')}` : ''
    lines.push(
      `角色 ${code} ${name}${isMissing ? `：这里没有${same}；有了这个编码的角色，才能确认拟授权` : ''}`,
    )
    for (const { title, gains, present, waiting, decided, notes } of grants) {
      const parts = [
        gains.length > 0 && `拟授 ${gains.join('、')}`,
        present > 0 && `已有 ${present} 项`,
        waiting > 0 && `${waiting} 项已在等人确认`,
        decided.length > 0 && `已决定过，不再拟授 ${decided.join('、')}`,
        ...notes,
      ].filter((part) => part !== false)
      lines.push(`    ${title}：${parts.join('；')}`)
    }
  }
  for (const { id, title, changes, conflicts } of menu?.entries ?? []) {
    lines.push(`菜单 ${id} ${title}`)
    for (const text of changes) lines.push(`    ${text}`)
    for (const text of conflicts) lines.push(`    这里也改过：${text}；要替换写 --replace-menu ${id}`)
  }
  if (menu && menu.groups.length > 0) lines.push(`新的菜单分组：${menu.groups.join('、')}`)
  return [...lines, ...(menu?.notes ?? []), ...(menu?.refused ? [menu.refused] : [])]
}
