import { describe, expect, it } from 'vitest'
import { resolveField, resolveName } from '#runtime/schema/names/resolve-name.ts'

const head = new Set(['fno', 'fprice', 'items'])
const row = new Set(['fprice', 'fnum'])

describe('resolveName', () => {
  it.each([
    ['row.fno', 'row', ['fno']],
    ['fprice', 'row', ['fprice']],
    ['form.fprice', 'head', ['fprice']],
    ['fno', 'head', ['fno']],
    ['items.fnum', 'head', ['items', 'fnum']],
    ['user.id', 'environment', ['user', 'id']],
  ])('resolves %s to the %s when the expression belongs to a row', (name, holder, path) => {
    expect(resolveName(name.split('.'), { head, row })).toEqual({ holder, path })
  })

  it('resolves a key that row and head share to the head when the expression belongs to the head', () => {
    expect(resolveName(['fprice'], { head })).toEqual({ holder: 'head', path: ['fprice'] })
    expect(resolveName(['row', 'fprice'], { head })).toEqual({
      holder: 'environment',
      path: ['row', 'fprice'],
    })
  })
})

describe('resolveField', () => {
  const names = {
    head,
    row,
    details: new Map([['items', row]]),
    isSystemColumn: (key: string) => key === 'id',
  }
  const other = { kind: 'other' }

  it.each([
    ['fnum', { kind: 'row', key: 'fnum' }],
    ['row.id', other],
    ['items', { kind: 'head', key: 'items' }],
    ['items.fnum', { kind: 'column', detail: 'items', key: 'fnum' }],
    ['form.fno', { kind: 'head', key: 'fno' }],
    ['id', other],
    ['user.orgCode', other],
  ])('resolves %s when it is declared', (name, target) => {
    expect(resolveField(name.split('.'), names)).toEqual(target)
  })

  it.each([
    'fno.x',
    'fnum.x',
    'items.fno',
    'items.fnum.x',
    'row',
    'row.fno',
    'form',
    'form.user',
    'id.x',
    'nobody',
  ])('returns undefined for %s, which nothing declares', (name) =>
    expect(resolveField(name.split('.'), names)).toBeUndefined(),
  )

  it('accepts other words of the environment when they are given', () => {
    expect(resolveField(['ids'], names)).toBeUndefined()
    expect(resolveField(['ids'], { ...names, environment: new Set(['ids']) })).toEqual(other)
  })
})
