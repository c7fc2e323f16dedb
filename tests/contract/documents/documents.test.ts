import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compileForm } from '#runtime/compile/form/form.ts'
import type { FormBinding } from '#runtime/compile/form/reactions.ts'
import { compileList } from '#runtime/compile/list.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { compileFormulas } from '#runtime/record/formulas/formulas.ts'
import { getActions } from '#runtime/schema/action-codes.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { wantedTables } from '#server/documents/plan/tables.ts'
import { getResource } from '#server/records/resource.ts'

const home = join(import.meta.dirname, '../../../schemas')
const read = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('$'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'utf8')
    const id = relative(home, path).replace(/\.json$/, '')
    return { id, text, written: JSON.parse(text) as unknown }
  })
const known = collectKnown(
  read.map((file) => file.written),
  registeredNames,
)
/** Overlays resolved to screens. */
const files = read.map((file) => {
  const resolved = isOverlay(file.written)
    ? resolveDocument(file.written, (id) => known.documents.get(id))
    : { ok: true as const, document: file.written }
  if (!resolved.ok) throw new Error(`${file.id}: ${JSON.stringify(resolved.problems)}`)
  return { ...file, document: resolved.document as Document }
})
const binding: FormBinding = { scope: () => () => null, watch: () => undefined, check: () => null }
const check = getDocumentCheck()
const screens = files.flatMap(({ id, document }) =>
  document.kind === 'screen' ? [{ id, screen: document }] : [],
)

describe('every shipped document', () => {
  it('exists', () => expect(files.length).toBeGreaterThan(10))

  it.each(files)('$id is valid, uses registered names and fits in 66 lines', ({ id, text, written }) => {
    expect(check(written, { knownNames: known, expectedId: id })).toEqual([])
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(66)
  })

  it.each(files)('$id equals its formatted text', ({ text, written }) => {
    expect(text).toBe(formatDocument(written))
  })

  it.each(files)('$id shows no table, column or rule in its public view', ({ document }) => {
    const view = JSON.stringify(publicView(document))
    expect(view).not.toMatch(/"(table|column|rowRules|hooks|match|sql)":/)
    if (document.kind !== 'screen') return
    for (const table of wantedTables(document, fieldValues)) expect(view).not.toContain(`"${table.name}"`)
  })
})

describe('every shipped screen', () => {
  it.each(screens)(
    '$id compiles for the server: formulas, row rules, column names within the length limit',
    ({ screen }) => {
      expect(compileFormulas(screen, fieldValues).problems).toEqual([])
      const resource = getResource(screen, 'test', fieldValues)
      expect(resource.details.length).toBe(screen.fields.filter((field) => field.type === 'table').length)
      for (const table of wantedTables(screen, fieldValues)) {
        const names = [
          table.name,
          ...table.columns.map((column) => column.name),
          ...table.indexes.map((index) => index.name),
        ]
        expect(names.filter((name) => Buffer.byteLength(name) > 63)).toEqual([])
        expect(new Set(table.columns.map((column) => column.name)).size).toBe(table.columns.length)
      }
    },
  )

  it.each(screens)(
    '$id offers no button that opens another screen to users who may not open it',
    ({ screen }) => {
      const targets = new Map(screens.map((other) => [other.id, `${getPerm(other.screen)}:list`]))
      const { toolbar, row } = getActions(screen)
      for (const button of [...toolbar, ...row]) {
        const code = typeof button === 'object' && targets.get(button.open ?? '')
        if (typeof button === 'object' && code) expect(button.needs, button.code).toBe(code)
      }
    },
  )

  it.each(screens)('$id compiles for the browser with all permissions and with none', ({ screen }) => {
    const view = publicView(screen)
    for (const can of [() => true, () => false]) {
      const env = { types: fieldTypes, can }
      expect(compileList(view, env).columns.length).toBeGreaterThan(0)
      for (const mode of ['add', 'edit', 'detail'] as const)
        expect(() => compileForm(view, mode, env, binding)).not.toThrow()
    }
  })
})

describe('a form or panel in the menu', () => {
  const proposals = files.flatMap(({ document }) =>
    'roles' in document
      ? Object.entries(document.roles ?? {}).flatMap(([role, codes]) => codes.map((code) => ({ role, code })))
      : [],
  )
  const entries = files.flatMap(({ id, document }) =>
    (document.kind === 'form' || document.kind === 'panel') && document.menu && document.needs
      ? [{ id, perm: document.needs, roles: document.roles ?? {} }]
      : [],
  )

  it.each(entries)('$id proposes its entry to the roles that may open it', ({ perm, roles }) => {
    const allowed = proposals.filter(({ code }) => code === perm).map(({ role }) => role)
    const proposed = Object.keys(roles).filter((role) => roles[role]?.includes(perm))
    expect(allowed.filter((role) => !proposed.includes(role))).toEqual([])
  })
})

describe('a dictionary that clients of the contract read', () => {
  it.each([
    ['del_flag', '1 已删除; 0 正常'],
    ['depart_status', '0 不启用; 1 启用'],
    ['global_perms_type', '1 可见/可访问(授权后可见/可访问); 2 可编辑(未授权时禁用)'],
    ['is_open', 'Y 是; N 否'],
    ['menu_type', '2 按钮权限; 1 子菜单; 0 一级菜单'],
    ['msgSendStatus', '0 未发送; 1 发送成功; 2 发送失败'],
    ['ol_form_biz_type', 'demo 官方示例; bpm 流程表单; temp 测试表单; bdfl_include 导入表单'],
    ['perms_type', '1 显示; 2 禁用'],
    ['priority', 'H 高; M 中; L 低'],
    [
      'rule_conditions',
      '> 大于; < 小于; != 不等于; = 等于; >= 大于等于; <= 小于等于; LEFT_LIKE 左模糊; RIGHT_LIKE 右模糊; LIKE 模糊; IN 包含; USE_SQL_RULES 自定义SQL表达式',
    ],
    ['status', '1 正常; 2 冻结'],
    ['urgent_level', '1 一般; 2 重要; 3 紧急'],
    ['valid_status', '0 无效; 1 有效'],
  ])('%s has the values and texts of the contract', (code, items) => {
    const dict = files.flatMap(({ document }) =>
      document.kind === 'dict' && document.code === code ? (document.items ?? []) : [],
    )
    expect(dict.map(({ value, text }) => `${value} ${text}`).sort()).toEqual(items.split('; ').sort())
  })
})
