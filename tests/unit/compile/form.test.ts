import { createForm } from '@formily/core'
import { Schema } from '@formily/json-schema'
import { describe, expect, it } from 'vitest'
import { compileForm } from '#runtime/compile/form/form.ts'
import { refuseFormilyExpressions } from '#runtime/compile/form/formily.ts'
import { compileReaction, type FormBinding } from '#runtime/compile/form/reactions.ts'
import { book, everything, types } from '../screens/support.tsx'

const binding: FormBinding = { scope: () => () => null, watch: () => {}, check: () => '不对' }

describe('a form plan', () => {
  it('contains field keys in its nodes and no documents in its schema', () => {
    const plan = compileForm(book, 'add', { types, can: everything }, binding)
    expect(plan.order).toEqual(['no', 'name', 'kind', 'price', 'note'])
    expect(JSON.stringify(plan.schema)).not.toContain('validateRules')
    expect(plan.fields.get('name')?.required).toBe(true)
  })

  it('omits fields that the user may not read and locks fields that the user may not edit', () => {
    const locked = {
      ...book,
      fields: book.fields.map((field) =>
        field.key === 'no' ? { ...field, access: { edit: 'book:no' } } : field,
      ),
    }
    const can = (code: string) => code !== 'book:price' && code !== 'book:no'
    const plan = compileForm(locked, 'edit', { types, can }, binding)
    expect(plan.fields.has('price')).toBe(false)
    expect(plan.fields.get('no')).toMatchObject({ readOnly: true, required: false })
  })

  it('is read-only throughout in view mode', () => {
    const plan = compileForm(book, 'detail', { types, can: everything }, binding)
    expect([...plan.fields.values()].every((field) => field.readOnly)).toBe(true)
  })
})

describe('a condition', () => {
  it('runs on the names that its expression reads and hides the field without losing its value', () => {
    const form = createForm({ values: { kind: '县志', note: '写好的' } })
    const watched: string[] = []
    const reaction = compileReaction(
      { showIf: "kind == '府志'" },
      {
        ...binding,
        scope:
          () =>
          ([key = '']) =>
            form.getValuesIn(key),
        watch: (names) => {
          watched.push(...names)
          for (const name of names) form.getValuesIn(name)
        },
      },
    )
    const field = form.createField({ name: 'note', reactions: reaction ? [reaction] : [] })
    expect(field.visible).toBe(false)
    form.setValuesIn('kind', '府志')
    expect(field.visible).toBe(true)
    expect(field.value).toBe('写好的')
    expect(new Set(watched)).toEqual(new Set(['kind']))
  })
})

describe('Formily', () => {
  it('rejects text that looks like code instead of running it', () => {
    refuseFormilyExpressions()
    expect(() => Schema.compile('{{globalThis.stolen = 1}}')).toThrow('不允许')
    expect('stolen' in globalThis).toBe(false)
    expect(Schema.compile('普通 {文字}')).toBe('普通 {文字}')
  })
})
