import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { asText } from '#runtime/kernel/json.ts'
import { createChecker } from '#runtime/schema/check.ts'
import { collectProblems } from '#runtime/schema/checks/report.ts'
import { publicView } from '#runtime/schema/compose/public.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { codeClaims } from '#runtime/schema/kinds/claims.ts'
import { defineDocumentKind } from '#runtime/schema/kinds/contract.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { kindPlans } from '#runtime/schema/kinds/plans.ts'
import { publicParts } from '#runtime/schema/kinds/public-parts.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { compileSchema } from '#runtime/schema/validator.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import type { ServerKind } from '#server/documents/kinds/contract.ts'
import { serverKinds } from '#server/documents/kinds/index.ts'
import type { RegistrationServices } from '#server/documents/kinds/registration-services.ts'
import { Registry } from '#server/documents/library/registry.ts'
import { registerDocument, unregisterDocument } from '#server/documents/register.ts'
import { buildIndexEntry } from '#server/documents/routes.ts'

interface Note {
  version: number
  kind: 'note'
  id: string
  title: string
  code: string
  text: string
  author?: string
}

/** A kind that the program does not have: all of its code is here. */
const noteKind = defineDocumentKind<Note>({
  name: 'note',
  title: '便笺',
  otherNames: 'memo',
  shape: ({ plain }) =>
    plain(
      Type.Object(
        {
          version: Type.Integer(),
          kind: Type.Literal('note'),
          id: Type.String(),
          title: Type.String(),
          code: Type.String(),
          text: Type.String(),
          author: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  check: (document) =>
    collectProblems(document, (report) => {
      if (asText(document.text) === '') report(['text'], { code: 'BAD_VALUE', text: '不能为空' })
    }),
  publicView: (document) => publicParts(document, ['author']),
  names: (document) => ({ claims: codeClaims(document, 'note', '便笺编码') }),
  migrate: [({ body, ...document }) => ({ ...document, text: body })],
  starter: { parts: ({ name }) => ({ code: name, text: '你好' }) },
})

const noteServerKind: ServerKind<Note> = {
  kind: 'note',
  openCode: () => null,
  indexEntry: ({ code }) => ({ components: [code], code }),
  register: async ({ document: { id, title, code } }, { permissions }) =>
    permissions.register({ owner: id, codes: [{ code, title }], listCode: code }),
  forgetNames: ({ document }, { dictionaries }) => dictionaries.unregister(document.code),
  unregister: (id, { permissions }) => permissions.retire(id),
}

const kinds = [...documentKinds, noteKind]
const servers = [...serverKinds, noteServerKind]
const note: Note = {
  version: 2,
  kind: 'note',
  id: 'desk/first',
  title: '第一张',
  code: 'first',
  text: '你好',
  author: 'a',
}
const entry = { id: note.id, document: note as unknown as Document, overlay: null }

const check = createChecker({
  types: fieldValues,
  settings: fieldSettings,
  checkShape: compileSchema(composeSchema(fieldSettings, kinds)),
  compilePattern: () => undefined,
  kinds,
})
const knownWith = (...documents: unknown[]) => collectKnown(documents, registeredNames, kinds)
const listProblems = (document: object, known = knownWith(document)) =>
  check(document, { knownNames: known }).map(({ code, path }) => [code, path])

/** Services that record the calls of a registration. */
function recordingServices() {
  const calls: unknown[] = []
  const record = (name: string) => (value: unknown) => {
    calls.push([name, value])
    return Promise.resolve()
  }
  const services = {
    permissions: { register: record('register'), retire: record('retire') },
    dictionaries: { unregister: record('forget') },
    uniqueChecks: new Map(),
    tenantTables: new Set(),
    rowBounds: new Map(),
  }
  return { calls, services: services as unknown as RegistrationServices }
}

describe('a document kind that is added to the lists', () => {
  it('is checked by its shape and by its rules', () => {
    expect(listProblems(note)).toEqual([])
    expect(listProblems({ ...note, text: 5 })).toEqual([['BAD_VALUE', '/text']])
    expect(listProblems({ ...note, text: '' })).toEqual([['BAD_VALUE', '/text']])
    expect(listProblems({ ...note, kind: 'notes' })).toEqual([['BAD_VALUE', '/kind']])
  })

  it('is refused when it claims a name that another document owns', () => {
    const second = { ...note, id: 'desk/second' }
    const known = knownWith(note, second)
    expect(known.owners.get('note')?.get('first')).toBe('desk/first')
    expect(listProblems(second, known)).toEqual([['DUPLICATE_NAME', '/code']])
    expect(listProblems(note, known)).toEqual([])
  })

  it('is served as its public view', () => {
    const { author: _, ...view } = note
    expect(publicView({ ...note, 'x-source': 'sql' } as unknown as Document, kinds)).toEqual(view)
  })

  it('is migrated by its own migrations', () => {
    const { text, ...rest } = note
    expect(migrate({ ...rest, version: 0, body: text }, kinds)).toEqual({ document: note, from: 0 })
  })

  it('is listed in the index and found by its id', () => {
    const head = { id: note.id, title: note.title, kind: 'note', rev: 'r1' }
    expect(buildIndexEntry(entry, 'r1', servers)).toEqual({ ...head, components: ['first'], code: 'first' })
    const registry = new Registry()
    registry.replace([{ ...entry, documentHash: 'r1', problems: [] }], new Map())
    expect(registry.entry(note.id)?.document).toBe(note)
  })

  it('is registered and unregistered by its server half', async () => {
    const { calls, services } = recordingServices()
    await registerDocument(services, entry, () => undefined, servers)
    const codes = [{ code: 'first', title: note.title }]
    expect(calls).toEqual([['register', { owner: note.id, codes, listCode: 'first' }]])
    calls.length = 0
    await unregisterDocument(services, entry, servers)
    expect(calls).toEqual([
      ['forget', 'first'],
      ['retire', note.id],
    ])
  })

  it('is refused by name when a list lacks it', () => {
    expect(() => publicView(entry.document)).toThrow('There is no document kind "note"')
    expect(() => buildIndexEntry(entry, 'r1')).toThrow('The server has no document kind "note"')
  })
})

describe('the two halves of the document kinds', () => {
  it('list the same kinds, each once', () => {
    const words = documentKinds.map(({ name }) => name)
    expect(serverKinds.map(({ kind }) => kind)).toEqual(words)
    expect(kindPlans.map(({ name }) => name)).toEqual(words)
    expect(new Set(words).size).toBe(words.length)
  })
})
