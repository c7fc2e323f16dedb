// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { allParts } from '#app/all-modules.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { layoutPlans } from '#runtime/schema/layouts/plans.ts'
import * as drawn from '#runtime/screens/index.ts'
import { collectHooks } from '#server/app/collect.ts'
import { modules } from '#server/app/modules.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import type { Services } from '#server/app/services.ts'
import { serverKinds } from '#server/documents/kinds/index.ts'

const unread = () => {
  throw new Error('no hook runs here')
}

/** Kind of name, the names that documents may use, and the names that code registers. */
const names: readonly (readonly [kind: string, used: Iterable<string>, registered: Iterable<string>])[] = [
  ['widgets of the client', registeredNames.widgets, allParts.widgets.keys()],
  ['block widgets of the client', registeredNames.blockWidgets, allParts.blockWidgets.keys()],
  ['views of buttons', registeredNames.actionViews, allParts.actionViews.keys()],
  ['handlers of the client', registeredNames.handlers, allParts.handlers.keys()],
  [
    'handlers of the server',
    registeredNames.handlers,
    modules.flatMap((module) => module.handlers ?? []).map(([name]) => name),
  ],
  [
    'effects',
    registeredNames.effects,
    modules.flatMap((module) => module.effects ?? []).map(({ name }) => name),
  ],
  ['fields of effects', Object.keys(registeredNames.effectFields), registeredNames.effects],
  ['hooks', registeredNames.hooks, collectHooks<Services>(modules, unread).map(({ name }) => name)],
  [
    'lookups',
    registeredNames.lookups,
    modules.flatMap((module) => module.lookups ?? []).map(({ name }) => name),
  ],
  ['screen layouts', layoutPlans.map(({ name }) => name), Object.keys(drawn.layoutViews)],
  [
    'document kinds of the server',
    documentKinds.map(({ name }) => name),
    serverKinds.map(({ kind }) => kind),
  ],
  ['field types with settings', Object.keys(fieldSettings), fieldValues.keys()],
  ['field types with views', Object.keys(fieldSettings), fieldTypes.keys()],
]

describe('the names that documents may use', () => {
  it.each(names)('are the registered ones for %s', (_kind, used, registered) => {
    expect([...used].sort()).toEqual([...registered].sort())
  })

  it('have a page for exactly the document kinds that have a component', () => {
    const hasPage = (kind: string) => {
      const entry = { id: 'trial/one', title: '', kind, rev: '', components: [] }
      return resolveComponent({ path: '/x', component: 'trial/one' }, [entry], new Set()).kind === 'screen'
    }
    const pages = documentKinds.map(({ name }) => name).filter(hasPage)
    expect(pages.sort()).toEqual(['screen', ...Object.keys(drawn.pageViews)].sort())
  })
})
