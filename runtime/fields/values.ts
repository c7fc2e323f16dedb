import type { AnyFieldValue, FieldValues } from '#runtime/schema/field-value.ts'
import { choiceValues } from './choice/values.ts'
import { dateValues } from './date/values.ts'
import { filesValues } from './files/values.ts'
import { gridValues } from './grid/values.ts'
import { createRegistry } from './kit/registry.ts'
import { numberValues } from './number/values.ts'
import { checkedOtherValues } from './other/checked-values.ts'
import { peopleValues } from './people/values.ts'
import { recordValues } from './record/values.ts'
import { regionValues } from './region/values.ts'
import { richValues } from './rich/values.ts'
import { textValues } from './text/values.ts'
import { treeValues } from './tree/values.ts'

/**
 * The value halves of all families, for server and scripts. `index.ts` and `settings.ts` must have the same type names.
 */
export const values = {
  ...textValues,
  ...numberValues,
  ...dateValues,
  ...choiceValues,
  ...checkedOtherValues,
  ...recordValues,
  ...treeValues,
  ...regionValues,
  ...filesValues,
  ...peopleValues,
  ...richValues,
  ...gridValues,
} satisfies Record<string, AnyFieldValue>

export type FieldWord = keyof typeof values

export const fieldValues: FieldValues = createRegistry<AnyFieldValue>(values)
