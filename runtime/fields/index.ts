import type { AnyFieldType, FieldTypes } from '../contract/contract.ts'
import { choiceTypes } from './choice/views.tsx'
import { dateTypes } from './date/views.tsx'
import { filesTypes } from './files/views.tsx'
import { gridTypes } from './grid/views.tsx'
import { loadPanel } from './kit/panels.ts'
import { createRegistry } from './kit/registry.ts'
import { withWidgetOverride } from './kit/widget-override.tsx'
import { numberTypes } from './number/views.tsx'
import { otherTypes } from './other/views.tsx'
import { peopleTypes } from './people/views.tsx'
import { recordTypes } from './record/views.tsx'
import { regionTypes } from './region/views.tsx'
import { richTypes } from './rich/views.tsx'
import { textTypes } from './text/views.tsx'
import { treeTypes } from './tree/views.tsx'
import type { FieldWord } from './values.ts'

/** Every type with its views. A type of `values.ts` that is missing here does not compile. */
const types = {
  ...textTypes,
  ...numberTypes,
  ...dateTypes,
  ...choiceTypes,
  ...otherTypes,
  ...recordTypes,
  ...treeTypes,
  ...regionTypes,
  ...filesTypes,
  ...peopleTypes,
  ...richTypes,
  ...gridTypes,
} satisfies Record<FieldWord, AnyFieldType>

/** Adds the parts common to all types: a registered widget in place of their views, and the panel of their settings. */
const complete = (type: AnyFieldType): AnyFieldType =>
  withWidgetOverride({ ...type, designer: { settings: () => loadPanel(type.type), ...type.designer } })

export const fieldTypes: FieldTypes = createRegistry<AnyFieldType>(
  Object.fromEntries(Object.entries(types).map(([word, type]) => [word, complete(type)])),
)
