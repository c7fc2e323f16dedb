// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react'
import Ajv from 'ajv'
import fc from 'fast-check'
import { type ReactElement, Suspense } from 'react'
import Type from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createLookup } from '#runtime/data/dict.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { closed } from '#runtime/schema/language/base.ts'
import { commonField } from '#runtime/schema/language/field.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, renderIn, stageRuntime } from '../../unit/fields/stage.tsx'
import { dicts, findSamples, hostile, strange } from './field-samples.ts'

const lookup = createLookup((code) => dicts[code])
const runs = { numRuns: 60 }
afterEach(cleanup)

/** A test for the listed types only: the other types have none, not a skipped one. */
const itIf = (applies: unknown): typeof it | (() => void) => (applies ? it : () => {})

describe('the vocabulary', () => {
  it('has the same types in values, settings and views', () => {
    expect([...fieldTypes.keys()].sort()).toEqual([...fieldValues.keys()].sort())
    expect(Object.keys(fieldSettings).sort()).toEqual([...fieldValues.keys()].sort())
    for (const [word, type] of fieldTypes) expect(type.type).toBe(word)
  })
})

describe.each([...fieldTypes])('field type %s', (word, type) => {
  const field = type.designer.sample
  const values = findSamples(type)?.(field)

  it('compiles its settings, accepts its own sample and refuses an unknown key', () => {
    const own = fieldSettings[word as keyof typeof fieldSettings]
    const shape = Type.Object({ ...commonField, fields: Type.Optional(Type.Unknown()), ...own }, closed)
    const check = new Ajv({ strict: false }).compile(JSON.parse(JSON.stringify(shape)))
    expect(check(field), JSON.stringify(check.errors)).toBe(true)
    expect(check({ ...field, titel: 'x' })).toBe(false)
  })

  it('reads any raw value without throwing, and prints and checks the result', () => {
    for (const raw of strange) {
      const value = type.fromWire(raw, field)
      expect(typeof type.toText(value, field, lookup, 'cell')).toBe('string')
      const fault = type.check(raw, field, lookup)
      if (fault) expect(fault.text).toMatch(/[一-鿿]/)
      if (typeof raw === 'string') expect(type.fromText(raw, field, lookup)).toHaveProperty('ok')
    }
    expect(type.fromWire(null, field)).toBe(type.empty)
    expect(type.check(null, field, lookup)).toBeNull()
    expect(type.check('', field, lookup)?.code ?? null).toBe(word === 'table' ? 'type' : null)
  })

  itIf(values)('returns every value after the wire, and after print and parse', () => {
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        expect(type.fromWire(type.toWire(value, field), field)).toEqual(value)
        expect(type.fromWire(JSON.parse(JSON.stringify(type.toWire(value, field))), field)).toEqual(value)
        const text = type.toText(value, field, lookup, 'full')
        if (word === 'password') expect(text).not.toContain(value)
        else expect(type.fromText(text, field, lookup)).toEqual({ ok: true, value })
        expect(type.check(type.toWire(value, field), field, lookup)?.code ?? null).toBe(
          String(value).includes('\u0000') ? 'type' : null,
        )
      }),
      runs,
    )
  })

  const kind = type.readsAs?.(field)
  itIf(kind?.is === 'flag')('reads as yes or no by a value that it accepts', () => {
    if (kind?.is !== 'flag') return
    for (const value of [kind.on, kind.blank]) expect(type.check(value, field, lookup)).toBeNull()
    expect(type.toWire(type.fromWire(true, field), field)).toBe(kind.on)
    expect(type.toWire(type.fromWire(null, field), field)).toBe(kind.blank)
  })

  it('declares its column, or that it has none', () => {
    const column = type.column(field)
    if (type.dataType === 'rows' || word === 'slide_verify') expect(column).toBeNull()
    else
      expect(column?.type).toMatch(/^(varchar|numeric|text|integer|bigint|date|timestamp|time|jsonb|bytea)$/)
  })

  itIf(values && word !== 'hidden')('draws a cell with the value, or no text for no value', async () => {
    const [value] = fc.sample(
      (values as fc.Arbitrary<unknown>).filter((one) => String(one).trim() !== ''),
      1,
    )
    const runtime = stageRuntime({}, dicts)
    const { container } = renderIn(runtime, <type.Cell value={value} field={field} row={{}} />)
    await waitFor(() => expect(container.querySelector('img') ?? container.textContent).toBeTruthy())
    for (const image of container.querySelectorAll('img')) expect(image.alt).not.toBe('')
    cleanup()
    const empty = renderIn(runtime, <type.Cell value={null} field={field} row={{}} />)
    expect(empty.container.textContent?.replace('—', '')).toBe('')
  })

  itIf(values && word !== 'hidden')(
    'draws a control that its label names, filled and read-only',
    async () => {
      const runtime = stageRuntime({ notify: () => {} }, dicts)
      const title = field.title ?? word
      const [value] = fc.sample(values as fc.Arbitrary<unknown>, 1)
      for (const readOnly of [false, true]) {
        const initial = { [field.key]: type.toWire(value, field) }
        renderIn(runtime, <Form type={type} field={field} initial={initial} readOnly={readOnly} />)
        expect(await screen.findByLabelText(title)).toBeTruthy()
        cleanup()
      }
    },
  )

  it('reads, prints and draws values that an older document stored with any other type', () => {
    const cells: ReactElement[] = []
    for (const before of fieldTypes.values()) {
      const sampled = findSamples(before)
      if (!sampled) continue
      const [left] = fc.sample(sampled(before.designer.sample), { numRuns: 1, seed: 7 })
      const raw = before.toWire(left, before.designer.sample)
      const value = type.fromWire(raw, field)
      for (const look of ['cell', 'full'] as const)
        expect(typeof type.toText(value, field, lookup, look)).toBe('string')
      const fault = type.check(raw, field, lookup)
      if (fault) expect(fault.text).toMatch(/[一-鿿]/)
      if (type.dataType !== 'rows')
        cells.push(<type.Cell key={before.type} value={value} field={field} row={{ [field.key]: raw }} />)
      // Unreadable text is refused; readable text survives a round trip unchanged.
      if (fault === null)
        expect(type.fromWire(type.toWire(value, field), field)).toEqual(
          word === 'switch' ? (value ?? 'N') : value,
        )
    }
    renderIn(stageRuntime({}, dicts), <div>{cells}</div>)
  })

  it('draws any stored value as text, never as markup, and changes nothing when it is opened', async () => {
    const runtime = stageRuntime({ notify: () => {} }, dicts)
    const places = hostile.map((raw, at) => ({
      key: at,
      raw,
      value: type.fromWire(raw, field),
      onValues: vi.fn(),
    }))
    const { container } = renderIn(
      runtime,
      <div>
        {places.map(({ key, raw, value }) => (
          <type.Cell key={key} value={value} field={field} row={{ [field.key]: raw }} />
        ))}
      </div>,
    )
    expect(container.querySelector('[onerror]')).toBeNull()
    cleanup()
    if (type.dataType === 'rows') return
    renderIn(
      runtime,
      <div>
        {places.map(({ key, raw, onValues }) => (
          <Form key={key} type={type} field={field} initial={{ [field.key]: raw }} onValues={onValues} />
        ))}
      </div>,
    )
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
    expect(document.querySelector('[onerror]')).toBeNull()
    // An empty switch shows 否, as the specification requires.
    for (const { raw, value, onValues } of places)
      if (word !== 'switch' || value !== null) expect(onValues, JSON.stringify(raw)).not.toHaveBeenCalled()
  })

  const items = field.options as { value: string | number }[] | undefined
  itIf(items ?? field.dictCode ?? type.dict)(
    'shows an unknown value unchanged and keeps it, and a label with markup as text',
    async () => {
      const runtime = stageRuntime({ notify: () => {} }, dicts)
      const unknown = typeof items?.[0]?.value === 'number' ? 99 : 'no-such'
      const value = type.fromWire(unknown, field)
      expect(type.toWire(value, field)).toEqual(unknown)
      renderIn(runtime, <type.Cell value={value} field={field} row={{}} />)
      expect(await screen.findByText(String(unknown))).toBeTruthy()
      cleanup()
      const label = '<img onerror=alert(1)>'
      const labelled: Field = items
        ? { ...field, options: [{ value: unknown, text: label }] }
        : { ...field, dictCode: 'hostile' }
      const hostileRuntime = stageRuntime(
        { notify: () => {} },
        { hostile: [{ value: String(unknown), text: label }] },
      )
      renderIn(hostileRuntime, <type.Cell value={value} field={labelled} row={{}} text={label} />)
      expect(await screen.findByText(label)).toBeTruthy()
      expect(document.querySelector('[onerror]')).toBeNull()
      cleanup()
      const onValues = vi.fn()
      const initial = { [field.key]: unknown, [`${field.key}_dictText`]: label }
      renderIn(hostileRuntime, <Form type={type} field={labelled} initial={initial} onValues={onValues} />)
      await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
      expect(document.querySelector('[onerror]')).toBeNull()
      expect(onValues).not.toHaveBeenCalled()
    },
  )

  itIf(type.query && type.QueryControl)('draws a query control for each of its rules', async () => {
    const runtime = stageRuntime({}, dicts)
    const QueryControl = type.QueryControl
    if (!QueryControl) throw new Error('guarded')
    const rules = type.query?.rules ?? []
    const { container } = renderIn(
      runtime,
      <Suspense>
        {rules.map((rule) => (
          <QueryControl
            key={rule}
            id={rule}
            field={{ ...field, query: rule }}
            params={{}}
            onChange={() => {}}
          />
        ))}
      </Suspense>,
    )
    await waitFor(() => {
      for (const rule of rules) expect(container.querySelector(`#${rule}`), rule).toBeTruthy()
    })
  })
})
