// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { newScreen } from '#designer/create/new-documents.ts'
import {
  fieldAt,
  getKey,
  insertField,
  listFields,
  removeField,
  replaceField,
} from '#designer/document-edit.ts'
import { changePart, openParts, type PanelPath } from '#designer/settings/panel-path.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import {
  emptyValue,
  emptyVariant,
  findVariant,
  type PanelNode,
  type SettingsPanel,
} from '#runtime/schema/settings/settings-node.ts'
import { readPanel, writePanel } from '#runtime/schema/settings/settings-panel.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'

const shippedText = readFileSync('schemas/stock/in-bill.json', 'utf8')
const { $schema: _, ...shipped } = JSON.parse(shippedText) as JsonObject

/** A part of a document in its settings panel; each change of the user is one step. */
class SettingsPane {
  steps = 0
  constructor(
    readonly panel: SettingsPanel,
    public value: JsonObject,
  ) {}

  /** Changes a part, which a designer reaches through the panels above it. */
  private change(path: PanelPath, part: unknown): void {
    const whole = changePart(this.value, path, part)
    if (!isJsonObject(whole)) throw new Error(`${path.join('.')} is not changed`)
    this.value = whole
    this.steps++
  }

  private part(path: PanelPath): { node: PanelNode; value: unknown } {
    const parts = openParts(
      { title: '', node: { kind: 'object', panel: this.panel }, value: this.value },
      path,
    )
    const part = parts.at(-1)
    if (!part || part.path.length !== path.length) throw new Error(`no panel opens ${path.join('.')}`)
    return part
  }

  /** Makes the part at `path` equal to `target`, by forms, lists and choices of types. */
  fill(target: unknown, path: PanelPath = [], node: PanelNode = this.part(path).node): void {
    if (node.kind === 'choice') this.choose(target, path, node)
    else if (node.kind === 'object') this.fillWords(target as JsonObject, path, node.panel)
    else if (node.kind === 'value') this.change(path, target)
    else this.fillMembers(target as JsonObject, path, node)
  }

  private fillMembers(target: object, path: PanelPath, node: Extract<PanelNode, { of: PanelNode }>): void {
    for (const [name, member] of Object.entries(target)) {
      const step = node.kind === 'map' ? name : Number(name)
      const before = this.part(path).value
      const members: object = isJsonObject(before) || Array.isArray(before) ? before : {}
      if (isSameJson((members as JsonObject)[name], member)) continue
      if (!Object.hasOwn(members, name)) {
        const first = emptyValue(node.of)
        const list = Array.isArray(before) ? before : []
        this.change(path, node.kind === 'map' ? { ...members, [name]: first } : [...list, first])
      }
      this.fill(member, [...path, step], node.of)
    }
  }

  private choose(target: unknown, path: PanelPath, node: Extract<PanelNode, { kind: 'choice' }>): void {
    const variant = findVariant(node.variants, target)
    if (!variant) throw new Error(`no variant of ${path.join('.')} is ${JSON.stringify(target)}`)
    this.change(path, emptyVariant(variant))
    this.fill(target, path, variant.node)
  }

  private fillWords(target: JsonObject, path: PanelPath, panel: SettingsPanel): void {
    for (const [key, value] of Object.entries(target)) {
      const { value: holder } = this.part(path)
      if (isJsonObject(holder) && isSameJson(holder[key], value)) continue
      const word = panel.find(({ field }) => field.key === key)
      if (!word) throw new Error(`no word ${[...path, key].join('.')}`)
      if (word.node) this.fill(value, [...path, key], word.node)
      else this.change([...path, key], writePanel([word], readPanel([word], { [key]: value }))[key])
    }
    const { value: holder } = this.part(path)
    for (const key of Object.keys(isJsonObject(holder) ? holder : {}))
      if (!(key in target) && panel.some(({ field }) => field.key === key))
        this.change([...path, key], undefined)
  }
}

let panels: Map<string, SettingsPanel>
beforeAll(async () => {
  const common = await loadPanel('field')
  const ofTypes = [...fieldTypes.keys()].map(
    async (type) => [type, [...common, ...(await loadPanel(type))]] as const,
  )
  panels = new Map(await Promise.all(ofTypes))
})

/** Designs a field: added from the palette behind the others, then its settings, then its columns. */
function designField(
  document: JsonObject,
  parent: string[],
  target: JsonObject,
): { document: JsonObject; steps: number } {
  const type = String(target.type)
  const sample = structuredClone(fieldTypes.get(type)?.designer.sample ?? {}) as JsonObject
  const holder = parent.length === 0 ? document : fieldAt(document, parent)
  const added = insertField(document, parent, listFields(holder ?? {}).length, { ...sample, key: 'fnew' })
  const { fields: columns, type: _type, ...settings } = target
  const { fields: sampleColumns, type: _sampleType, ...first } = { ...sample, key: 'fnew' } as JsonObject
  const pane = new SettingsPane(panels.get(type) ?? [], first)
  pane.fill(settings)
  const fields = sampleColumns === undefined ? {} : { fields: sampleColumns }
  let current = replaceField(added, [...parent, 'fnew'], { type, ...fields, ...pane.value })
  let steps = 1 + pane.steps
  const path = [...parent, String(target.key)]
  for (const column of Array.isArray(sampleColumns) ? (sampleColumns as JsonObject[]) : []) {
    current = removeField(current, [...path, getKey(column)])
    steps++
  }
  for (const column of Array.isArray(columns) ? (columns as JsonObject[]) : []) {
    const inner = designField(current, path, column)
    current = inner.document
    steps += inner.steps
  }
  return { document: current, steps }
}

describe('the shipped bill of receipts', () => {
  it('is designed from nothing, equal to its file byte by byte, by settings alone', async () => {
    let document = newScreen('stock/in-bill', '入库单', [])
    let steps = 3
    for (const field of listFields(shipped)) {
      const designed = designField(document, [], field)
      document = designed.document
      steps += designed.steps
    }
    const pane = new SettingsPane(await loadPanel('document.screen'), document)
    const { version, kind, id, fields, ...settings } = shipped
    pane.fill(settings)
    const { $schema } = JSON.parse(shippedText) as JsonObject
    expect(formatDocument({ $schema, ...pane.value })).toBe(shippedText)
    expect([version, kind, id, fields]).toEqual([2, 'screen', 'stock/in-bill', document.fields])
    // Of the 38 fields with their settings, the layout, the approval with its postings, the returns, and the rights.
    expect(steps + pane.steps).toBeLessThan(620)
    expect(steps + pane.steps).toBeGreaterThan(200)
  })
})
