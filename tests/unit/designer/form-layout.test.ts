import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DraftHistory } from '#designer/draft/DraftHistory.ts'
import {
  type Arrangement,
  addGroup,
  addTab,
  leaveForm,
  listTabs,
  moveGroup,
  moveTab,
  placeField,
  readArrangement,
  removeGroup,
  removeTab,
  renameGroup,
  renameTab,
  setTab,
  stepPlace,
} from '#designer/layout/arrangement.ts'
import {
  type LaidOut,
  withArrangement,
  withColumns,
  withNewField,
  withSpan,
} from '#designer/layout/write-layout.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const bill: JsonObject = {
  kind: 'screen',
  id: 'stock/in-bill',
  title: '入库单',
  fields: [
    { key: 'fno', type: 'input' },
    { key: 'fdate', type: 'date' },
    { key: 'fnote', type: 'textarea', form: false },
    { key: 'fsum', type: 'inputNumber', form: { span: 2 } },
    { key: 'fsecret', type: 'hidden' },
    { key: 'items', title: '明细', type: 'table', fields: [{ key: 'fnum', type: 'inputNumber' }] },
  ],
}
const grouped = {
  ...bill,
  form: {
    groups: [
      { tab: '附件', title: '金额', fields: ['fsum'] },
      { title: '基本', fields: ['fno'] },
    ],
  },
}

function draw(document: JsonObject, base: JsonObject | null = null): LaidOut {
  const merged = resolveDocument(document, () => base)
  if (!merged.ok) throw new Error(merged.problems.map(({ text }) => text).join())
  return { document, base, screen: merged.document as unknown as ScreenDocument }
}
const arrange = (laidOut: LaidOut, change: (arrangement: Arrangement) => Arrangement): JsonObject =>
  withArrangement(laidOut, change(readArrangement(laidOut.screen)))
const formKeys = (document: JsonObject): string[][] =>
  formLayout(document as unknown as ScreenDocument, 'edit').groups.map(({ fields }) =>
    fields.map(({ key }) => key),
  )

/** Any change of a form, by numbers that choose its parts. */
const changes: ((arrangement: Arrangement, a: number, b: number, key: string) => Arrangement)[] = [
  (old, a, b, key) => placeField(old, key, { group: a, at: b }),
  (old, _, __, key) => leaveForm(old, key),
  (old, a, _, key) => {
    const place = stepPlace(old, key, a % 2 === 0 ? 1 : -1)
    return place ? placeField(old, key, place) : old
  },
  (old) => addGroup(old),
  (old) => addTab(old),
  (old, a) => removeGroup(old, a),
  (old, a, b) => moveGroup(old, a, b, a % 2 === 0 ? 'before' : 'after'),
  (old, a) => removeTab(old, listTabs(old)[a] ?? ''),
  (old, a, b) => moveTab(old, listTabs(old)[a] ?? '', b),
  (old, a, b) => setTab(old, a, listTabs(old)[b]),
  (old, a, b) => renameGroup(old, a, b % 2 === 0 ? '' : `组${b}`),
  (old, a, b) => renameTab(old, listTabs(old)[a] ?? '', `页${b}`),
]

const step = fc.tuple(
  fc.nat(changes.length - 1),
  fc.nat(5),
  fc.nat(5),
  fc.constantFrom('fno', 'fdate', 'fnote', 'fsum', 'items'),
)

describe('the layout of a form', () => {
  it('keeps each field at exactly one place through any changes, in screens and overlays, and undo restores it', () => {
    const starts = [
      { document: bill, base: null },
      { document: grouped, base: null },
      { document: { kind: 'screen', id: 'stock/other', extends: 'stock/in-bill' }, base: grouped },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.array(step, { maxLength: 25 }), (start, steps) => {
        const history = new DraftHistory<JsonObject>(start.document)
        for (const [at, [which, a, b, key]] of steps.entries()) {
          const laidOut = draw(history.present, start.base)
          history.change(
            arrange(laidOut, (old) => changes[which]?.(old, a, b, key) ?? old),
            `step ${at}`,
          )
        }
        const { screen } = draw(history.present, start.base)
        const { groups, rest, left } = readArrangement(screen)
        const keys = [...groups.flatMap(({ fields }) => fields), ...rest, ...left]
        expect(keys.toSorted()).toEqual(['fdate', 'fno', 'fnote', 'fsum', 'items'])
        expect(
          formKeys(screen as unknown as JsonObject)
            .flat()
            .toSorted(),
        ).toEqual(keys.filter((key) => !left.includes(key)).toSorted())
        expect(groups.every(({ tab }, at) => tab !== undefined || groups[at - 1]?.tab === undefined)).toBe(
          true,
        )
        while (history.undo());
        expect(history.present).toBe(start.document)
      }),
    )
  })

  it('makes the automatic groups those of the document with the first move, and keeps the order of the fields', () => {
    const moved = arrange(draw(bill), (old) => placeField(old, 'fsum', { group: 0, at: 0 }))
    expect(moved.form).toEqual({
      groups: [{ fields: ['fsum', 'fno', 'fdate'] }, { tab: '明细', fields: ['items'] }],
    })
    expect(moved.fields).toEqual(bill.fields)
  })

  it('shows a field that is dragged in, hides one that is dragged out, and gives one of no group its place', () => {
    const shown = arrange(draw(grouped), (old) => placeField(old, 'fnote', { group: 0, at: 1 }))
    expect(formKeys(shown)[0]).toEqual(['fno', 'fnote'])
    expect((shown.fields as JsonObject[])[2]).toEqual({ key: 'fnote', type: 'textarea' })
    const hidden = arrange(draw(grouped), (old) => leaveForm(old, 'fdate'))
    expect((hidden.fields as JsonObject[])[1]).toEqual({ key: 'fdate', type: 'date', form: false })
    expect(readArrangement(draw(grouped).screen).rest).toEqual(['fdate', 'items'])
    const placed = arrange(draw(grouped), (old) => placeField(old, 'items', { group: 1, at: 0 }))
    expect(readArrangement(draw(placed).screen)).toMatchObject({
      groups: [{ title: '基本' }, { tab: '附件', fields: ['items', 'fsum'] }],
      rest: ['fdate'],
    })
  })

  it('gives the fields of a removed group to the one before, and without groups the form is automatic', () => {
    const one = arrange(draw(grouped), (old) => removeTab(old, '附件'))
    expect(one.form).toEqual({ groups: [{ title: '基本', fields: ['fno', 'fsum'] }] })
    const none = arrange(draw(one), (old) => removeGroup(old, 0))
    expect(none).not.toHaveProperty('form')
  })

  it('puts a new field into the group and beside its neighbour in the fields', () => {
    const insert = (document: JsonObject, group: number, at: number) =>
      withNewField(
        draw(document),
        readArrangement(draw(document).screen),
        { key: 'fnew', type: 'input' },
        { group, at },
      )
    const keys = ({ fields }: JsonObject) => (fields as JsonObject[]).map(({ key }) => key)
    const into = insert(grouped, 1, 1)
    expect(keys(into)).toEqual(['fno', 'fdate', 'fnote', 'fsum', 'fnew', 'fsecret', 'items'])
    expect(into.form).toMatchObject({ groups: [{ title: '基本' }, { fields: ['fsum', 'fnew'] }] })
    // The order of the fields is enough where the form has no groups.
    const automatic = insert(bill, 0, 0)
    expect(keys(automatic)[0]).toBe('fnew')
    expect(automatic).not.toHaveProperty('form')
  })

  it('sets columns and spans within the columns, where the field has its span', () => {
    expect(withColumns(draw(bill), 3).form).toEqual({ columnCount: 3 })
    expect(withColumns(draw(withColumns(draw(bill), 3)), undefined)).not.toHaveProperty('form')
    const widen = (key: string, span: number) => withSpan(draw(bill), key, span, 3).fields as JsonObject[]
    expect(widen('fno', 7)[0]).toEqual({ key: 'fno', type: 'input', span: 3 })
    expect(widen('fsum', 1)[3]).toEqual({ key: 'fsum', type: 'inputNumber', form: { span: 1 } })
    expect(withSpan(draw(bill), 'fno', 0.4, 3)).toBe(bill)
  })

  it('declares a field of the flow that is dragged into the form', () => {
    const flow = { field: 'fphase', states: [{ value: '新' }, { value: '完' }], initial: '新', moves: [] }
    const laidOut = draw({ ...grouped, flow })
    expect(readArrangement(laidOut.screen).left).toEqual(['fnote', 'fphase'])
    const shown = arrange(laidOut, (old) => placeField(old, 'fphase', { group: 0, at: 0 }))
    const declared = (shown.fields as JsonObject[]).at(-1)
    expect(declared).toMatchObject({ key: 'fphase', options: [{ value: '新' }, { value: '完' }] })
    expect(declared).not.toHaveProperty('form')
    expect(shown.flow).not.toHaveProperty('states')
    expect(readArrangement(draw(shown).screen)).toMatchObject({
      groups: [{ fields: ['fphase', 'fno'] }, { tab: '附件' }],
      left: ['fnote'],
    })
  })

  it('writes into an overlay what differs from its base, and nothing once that is taken back', () => {
    const overlay = { kind: 'screen', id: 'stock/other', extends: 'stock/in-bill' }
    const wide = withSpan(draw(overlay, grouped), 'fno', 2, 2)
    expect(wide.fields).toEqual([{ key: 'fno', span: 2 }])
    expect(withSpan(draw(wide, grouped), 'fno', 1, 2)).toEqual(overlay)
    const out = arrange(draw(overlay, grouped), (old) => leaveForm(old, 'fsum'))
    expect(out).toEqual({
      ...overlay,
      fields: [{ key: 'fsum', form: false }],
      form: { groups: [{ title: '基本', fields: ['fno'] }] },
    })
    const again = arrange(draw(out, grouped), (old) => placeField(old, 'fsum', { group: 0, at: 1 }))
    expect(again).not.toHaveProperty('fields')
    const shown = arrange(draw(overlay, grouped), (old) => placeField(old, 'fnote', { group: 0, at: 0 }))
    expect(shown.fields).toEqual([{ key: 'fnote', form: null }])
    const back = arrange(draw(shown, grouped), (old) => leaveForm(old, 'fnote'))
    expect(back).not.toHaveProperty('fields')
  })
})
